import { count, desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { Conflict, Forbidden, Invalid, NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { adminSessions, auditLog, operators } from "#db/schema/index.ts";
import { addAdminSession, addOperator, unrecordableActor } from "#test/admin.ts";
import { adminPasswordHash } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findBulkRun, startBulkRun } from "../bulk/bulk-run-verbs.server.ts";
import { continueBulkRun } from "../bulk/continue-bulk-run.server.ts";
import {
  authenticateAgain,
  endAdminSession,
  endAdminSessions,
  findAdminSession,
  listAdminSessions,
  signInAdmin,
} from "../session/admin-session.server.ts";
import { actorOf } from "../session/admin-session.ts";
import { listOperators } from "./list-operators.server.ts";
import {
  acceptOperatorLink,
  disableOperator,
  findOperatorByLink,
  inviteOperator,
  renewOperatorLink,
  setOperatorRole,
} from "./operator-verbs.server.ts";

withDatabase();
withCheapPasswords();

beforeEach(async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: adminPasswordHash });
  await write(async (tx) => {
    await tx.delete(adminSessions);
    await tx.delete(operators);
  });
});
afterEach(() => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
});

const password = "もうひとつの夜のことばたち";
const deviceInfo = "";
const hour = 60 * 60 * 1000;
const first = async () => (await addAdminSession()).admin;
const lastAudit = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const signIn = (username: string) => signInAdmin({ username, password, rememberMe: false, deviceInfo });

test("who is invited sets a password by the link, once and within three days, and acts under their own name", async () => {
  const admin = await first();
  const now = new Date();
  const { token } = await inviteOperator({ actor: actorOf(admin), name: "花", role: "moderator", now });
  expect(await lastAudit()).toMatchObject({
    actorName: "admin",
    action: "operator.invite",
    after: { name: "花", role: "moderator" },
  });
  expect(JSON.stringify(await db.select().from(operators))).not.toContain(token);
  await expect(signIn("花")).rejects.toThrow(NotAuthenticated);
  expect(await findOperatorByLink(token, now)).toEqual({ name: "花", role: "moderator" });
  const late = new Date(now.getTime() + 72 * hour);
  expect(await findOperatorByLink(token, late)).toBeNull();
  await expect(acceptOperatorLink({ token, password, deviceInfo, now: late })).rejects.toThrow(NotFound);

  const opened = await acceptOperatorLink({ token, password, deviceInfo, now });
  const session = await findAdminSession(opened.token, now);
  expect(session).toMatchObject({ username: "花", role: "moderator" });
  expect(session?.operatorId).not.toBe(admin.operatorId);
  const joined = await db.select().from(auditLog).where(eq(auditLog.actorName, "花")).orderBy(auditLog.id);
  expect(joined.map(({ action }) => action)).toEqual(["operator.join", "admin.sign-in"]);
  await expect(acceptOperatorLink({ token, password: "盗まれた夜のことば", deviceInfo })).rejects.toThrow(
    NotFound,
  );
  expect((await signIn("花")).maxAgeS).toBe(12 * 3600);
  const [, flower] = await listOperators({ admin });
  expect(flower).toMatchObject({ name: "花", state: "active", sessions: 2, linkExpires: null });
});

test("a name is one person's for ever, the first administrator's too", async () => {
  const actor = actorOf(await first());
  const invite = (name: string) => inviteOperator({ actor, name, role: "moderator" });
  await invite("Hana");
  for (const name of ["hana", "Ｈａｎａ", "ADMIN"]) await expect(invite(name)).rejects.toThrow(Invalid);
  expect(await db.select({ rows: count() }).from(operators)).toEqual([{ rows: 1 }]);
  await expect(inviteOperator({ actor: unrecordableActor, name: "空", role: "moderator" })).rejects.toThrow();
  expect(await db.select({ rows: count() }).from(operators)).toEqual([{ rows: 1 }]);
});

test("an operator who leaves is out at once, and comes back by a new link alone", async () => {
  const admin = await first();
  const { token, admin: leaving } = await addOperator({ name: "海", role: "administrator" });
  const { operatorId } = leaving;
  const link = await renewOperatorLink({ actor: actorOf(admin), operatorId });
  await disableOperator({ admin, operatorId });
  expect(await findAdminSession(token)).toBeNull();
  expect(await findOperatorByLink(link.token)).toBeNull();
  expect(await authenticateAgain({ admin: leaving, password: "灯台の夜" })).toBe(false);
  expect(await lastAudit()).toMatchObject({ action: "operator.disable", after: { endedSessions: 1 } });
  expect((await listOperators({ admin }))[1]).toMatchObject({ state: "disabled", sessions: 0 });

  const again = await renewOperatorLink({ actor: actorOf(admin), operatorId });
  const opened = await acceptOperatorLink({ token: again.token, password, deviceInfo });
  expect(await findAdminSession(opened.token)).toMatchObject({ operatorId });
  await expect(disableOperator({ admin: leaving, operatorId })).rejects.toThrow(Conflict);
  const { admin: other } = await addOperator({ role: "administrator" });
  await expect(disableOperator({ admin: other, operatorId: "first" })).rejects.toThrow(NotFound);
});

test("what an operator has begun with many at once ends with them, and what others have begun goes on", async () => {
  const admin = await first();
  const { admin: leaving } = await addOperator({ role: "administrator" });
  const members = await Promise.all([addMember(), addMember(), addMember()]);
  const items = members.map(({ id }) => id);
  const begin = (who: typeof admin, action: "deny" | "invite-off") =>
    startBulkRun({ actor: actorOf(who), action, items, reason: null });
  const [theirs, own] = [await begin(leaving, "deny"), await begin(admin, "invite-off")];
  expect(await continueBulkRun({ runId: theirs, maxSteps: 1 })).toBe(false);
  await disableOperator({ admin, operatorId: leaving.operatorId });
  expect(await lastAudit()).toMatchObject({ after: { stoppedRuns: 1 } });
  for (const runId of [theirs, own]) expect(await continueBulkRun({ runId })).toBe(true);
  expect(await findBulkRun(theirs)).toMatchObject({ isCancelled: true, changedCount: 1 });
  expect(await findBulkRun(own)).toMatchObject({ isCancelled: false, changedCount: 3 });
});

test("a changed role holds from the next request on; a moderator changes none and lets nobody in", async () => {
  const admin = await first();
  const { token, admin: moderator } = await addOperator();
  const { operatorId } = moderator;
  await setOperatorRole({ admin, operatorId, role: "administrator" });
  expect(await findAdminSession(token)).toMatchObject({ role: "administrator" });
  expect(await lastAudit()).toMatchObject({
    before: { role: "moderator" },
    after: { role: "administrator" },
  });
  const { admin: other } = await addOperator();
  await expect(setOperatorRole({ admin: moderator, operatorId, role: "administrator" })).rejects.toThrow(
    Conflict,
  );
  const stolen = { admin: moderator, operatorId: other.operatorId };
  await expect(setOperatorRole({ ...stolen, role: "administrator" })).rejects.toThrow(Forbidden);
  await expect(disableOperator(stolen)).rejects.toThrow(Forbidden);
  await expect(
    inviteOperator({ actor: actorOf(moderator), name: "影", role: "administrator" }),
  ).rejects.toThrow(Forbidden);
});

test("an administrator sees and ends everybody's sessions, a moderator their own", async () => {
  const admin = await first();
  const [one, two] = [await addOperator({ name: "星" }), await addOperator({ name: "月" })];
  const names = async (who: typeof admin) => (await listAdminSessions({ admin: who })).map((s) => s.username);
  expect((await names(admin)).sort()).toEqual(["admin", "星", "月"]);
  expect(await names(one.admin)).toEqual(["星"]);
  const publicId = two.admin.id.slice(0, 16);
  await expect(endAdminSession({ admin: one.admin, publicId })).rejects.toThrow(NotFound);
  await endAdminSessions({ actor: actorOf(one.admin), operatorId: one.admin.operatorId });
  expect(await findAdminSession(one.token)).toBeNull();
  expect(await findAdminSession(two.token)).not.toBeNull();
  await endAdminSession({ admin, publicId });
  expect(await findAdminSession(two.token)).toBeNull();
});
