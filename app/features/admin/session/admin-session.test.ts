import { count, desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { findSession } from "#app/features/accounts/sessions/session.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { adminSessions, auditLog, settings } from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";
import { adminPasswordHash, adminPassword as password } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { withDatabase } from "#test/database.ts";
import { adminCredentials, setAdminPassword, storeAdminPasswordHash } from "./admin-credentials.server.ts";
import {
  authenticateAgain,
  endAdminSession,
  endAdminSessions,
  findAdminSession,
  listAdminSessions,
  removeExpiredAdminSessions,
  signInAdmin,
  signOutAdmin,
} from "./admin-session.server.ts";
import { actorOf, isPasswordFresh } from "./admin-session.ts";

withDatabase();
withCheapPasswords();

const username = "admin";
const deviceInfo = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
const hour = 60 * 60 * 1000;

beforeEach(async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: adminPasswordHash, ADMIN_USERNAME: username });
  await write((tx) => tx.delete(adminSessions));
});
afterEach(() => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined, ADMIN_USERNAME: username });
});

const signIn = (o: { rememberMe?: boolean; now?: Date } = {}) =>
  signInAdmin({ username, password, rememberMe: false, deviceInfo, ...o });

/** As every request does it. */
async function signedIn(o: Parameters<typeof signIn>[0] = {}) {
  const { token } = await signIn(o);
  const admin = await findAdminSession(token, o.now);
  if (!admin) throw new Error("no session");
  return { token, admin };
}

const lastAudit = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

test("name and password open a session for 12 hours, or 30 days if it is used each week", async () => {
  const now = new Date("2026-11-22T00:00:00Z");
  for (const [rememberMe, hours] of [
    [false, 12],
    [true, 30 * 24],
  ] as const) {
    const { token, maxAgeS } = await signIn({ rememberMe, now });
    expect(maxAgeS).toBe(hours * 3600);
    // As requests write it.
    const usedAt = new Date(now.getTime() + Math.max(0, hours - 24) * hour);
    await write((tx) => tx.update(adminSessions).set({ lastActiveAt: usedAt }));
    const justBefore = new Date(now.getTime() + hours * hour - 1);
    expect(await findAdminSession(token, justBefore)).toMatchObject({
      operatorId: "first",
      username,
      authenticatedAt: now,
    });
    expect(await findAdminSession(token, new Date(now.getTime() + hours * hour))).toBeNull();
  }
  const unused = await signIn({ rememberMe: true, now });
  expect(await findAdminSession(unused.token, new Date(now.getTime() + 7 * 24 * hour))).toBeNull();
  // The cookie's token itself is nowhere.
  const { token } = await signIn();
  expect(JSON.stringify(await db.select().from(adminSessions))).not.toContain(token);
  expect(await findAdminSession("made-up")).toBeNull();
});

test("a wrong name, a wrong password and no password at all are refused alike", async () => {
  const refused = (typed: { username: string; password: string }) =>
    expect(signInAdmin({ ...typed, rememberMe: false, deviceInfo })).rejects.toThrow(
      new NotAuthenticated("認証に失敗しました"),
    );
  await refused({ username: "root", password });
  await refused({ username, password: `${password}x` });
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
  await write((tx) => tx.delete(settings).where(eq(settings.key, "admin_password_hash")));
  await refused({ username, password });
  expect(await db.select({ rows: count() }).from(adminSessions)).toEqual([{ rows: 0 }]);
});

test("a session of the console is none of a member's, nor the other way round", async () => {
  const { token } = await addAdminSession();
  expect(await findSession(token)).toBeNull();
});

test("sessions end when the configured name or password changes", async () => {
  const { token, admin } = await addAdminSession();
  Object.assign(environment(), { ADMIN_USERNAME: "lighthouse" });
  expect(await findAdminSession(token)).toBeNull();
  Object.assign(environment(), { ADMIN_USERNAME: username });
  expect(await findAdminSession(token)).not.toBeNull();
  const other = adminPasswordHash.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: other });
  expect(await findAdminSession(token)).toBeNull();
  expect(await listAdminSessions({ admin })).toEqual([]);
});

test("a stored hash of an earlier cost is renewed at the login, and no session ends by that", async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
  await write((tx) => storeAdminPasswordHash(tx, adminPasswordHash));
  const before = await adminCredentials();
  const [first, second] = await Promise.all([signIn(), signIn()]);
  const after = await adminCredentials();
  expect([before.hash, after.hash]).toEqual([
    adminPasswordHash,
    expect.stringMatching(/^scrypt:131072:8:1:/),
  ]);
  for (const { token } of [first, second]) expect(await findAdminSession(token)).not.toBeNull();
});

test("a new password ends every session, and the old one opens none", async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
  await write((tx) => storeAdminPasswordHash(tx, adminPasswordHash));
  const { token } = await signIn();
  expect(await setAdminPassword({ password: "もうひとつの夜のことば", actor: { kind: "operator" } })).toBe(1);
  expect(await findAdminSession(token)).toBeNull();
  await expect(signIn()).rejects.toThrow(NotAuthenticated);
  await signInAdmin({ username, password: "もうひとつの夜のことば", rememberMe: false, deviceInfo });
});

test("a password that was typed 15 minutes ago is asked for again", async () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const { token, admin } = await signedIn({ now });
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect([14, 15].map((minutes) => isPasswordFresh(admin, after(minutes)))).toEqual([true, false]);
  expect(await authenticateAgain({ admin, password: "nein", now: after(20) })).toBe(false);
  const still = await findAdminSession(token, after(20));
  expect(still && isPasswordFresh(still, after(20))).toBe(false);
  expect(await authenticateAgain({ admin, password, now: after(20) })).toBe(true);
  const again = await findAdminSession(token, after(21));
  expect(again && isPasswordFresh(again, after(34))).toBe(true);
});

test("sessions are listed, and ended one by one, all others, or by the log-out, each with its row in the audit log", async () => {
  const { token, admin } = await addAdminSession();
  const others = [await addAdminSession(), await addAdminSession(), await addAdminSession()];
  const listed = await listAdminSessions({ admin });
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false]);
  const [, one] = listed;
  const actor = actorOf(admin);
  await endAdminSession({ admin, publicId: one?.id ?? "" });
  expect(await lastAudit()).toMatchObject({
    actorKind: "admin",
    actorName: username,
    action: "admin.sessions-end",
    targetType: "session",
    targetId: one?.id,
  });
  await expect(endAdminSession({ admin, publicId: one?.id ?? "" })).rejects.toThrow(NotFound);
  expect(await endAdminSessions({ actor, except: admin.id })).toBe(2);
  for (const other of others) expect(await findAdminSession(other.token)).toBeNull();
  await signOutAdmin({ admin });
  expect(await findAdminSession(token)).toBeNull();
  expect(await lastAudit()).toMatchObject({ action: "admin.sign-out", before: null, after: null });
});

test("expired sessions are removed", async () => {
  const now = new Date("2026-11-22T00:00:00Z");
  await signIn({ now });
  await signIn({ now, rememberMe: true });
  await removeExpiredAdminSessions(new Date(now.getTime() + 13 * hour));
  expect(await db.select({ rows: count() }).from(adminSessions)).toEqual([{ rows: 1 }]);
});
