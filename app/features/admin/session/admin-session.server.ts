import { randomBytes } from "node:crypto";
import { desc, eq, gt, lte, ne, sql } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import {
  publicIdLength,
  publicSessionId,
  sessionIdOfToken,
} from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { adminSessions } from "#db/schema/index.ts";
import { adminCredentials, credentialsFingerprint, verifyAdmin } from "./admin-credentials.server.ts";
import {
  type AdminSession,
  actorOf,
  adminMessages,
  adminSessionS,
  firstOperatorId,
} from "./admin-session.ts";

/** `lastActiveAt` is written at most this often. */
const activityIntervalMs = 10 * 60 * 1000;

/**
 * Starts a session for name and password, and returns the token of its cookie, of which only the hash is stored, with the
 * cookie's lifetime in seconds. Throws `NotAuthenticated` for wrong ones.
 */
export async function signInAdmin(typed: {
  username: string;
  password: string;
  rememberMe: boolean;
  deviceInfo: string;
  now?: Date;
}): Promise<{ token: string; maxAgeS: number }> {
  const { username, rememberMe, deviceInfo, now = new Date() } = typed;
  const verified = await verifyAdmin(typed);
  if (!verified) throw new NotAuthenticated(adminMessages.wrong);
  const token = randomBytes(32).toString("base64url");
  const id = sessionIdOfToken(token);
  const maxAgeS = rememberMe ? adminSessionS.remembered : adminSessionS.normal;
  const expiresAt = new Date(now.getTime() + maxAgeS * 1000);
  await write(async (tx) => {
    await tx.insert(adminSessions).values({
      id,
      username,
      credentials: credentialsFingerprint(verified),
      deviceInfo: deviceInfo.slice(0, 200),
      createdAt: now,
      authenticatedAt: now,
      lastActiveAt: now,
      expiresAt,
    });
    await recordAudit(tx, {
      actor: actorOf({ username, authenticatedAt: now }),
      action: "admin.sign-in",
      target: { type: "session", id: publicSessionId(id) },
      after: { device: describeDevice(deviceInfo), expiresAt: expiresAt.toISOString() },
      now,
    });
  });
  return { token, maxAgeS };
}

/** The admin behind a cookie's token; null when the session is unknown or expired, or name or password have changed. */
export async function findAdminSession(token: string, now = new Date()): Promise<AdminSession | null> {
  const [row] = await primary
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.id, sessionIdOfToken(token)));
  if (!row || row.expiresAt <= now) return null;
  if (row.credentials !== credentialsFingerprint(await adminCredentials())) return null;
  if (now.getTime() - row.lastActiveAt.getTime() > activityIntervalMs) touch(row.id, now);
  const { id, username, createdAt, authenticatedAt } = row;
  return { id, operatorId: firstOperatorId, username, createdAt, authenticatedAt };
}

/** Writes that a session is in use. Best effort: the request is answered without it. */
function touch(id: string, now: Date): void {
  void write((tx) =>
    tx
      .update(adminSessions)
      .set({ lastActiveAt: now })
      .where(eq(adminSessions.id, id))
      .returning({ id: adminSessions.id }),
  ).catch((error: unknown) => {
    if (!isUnwritable(error)) logger.warn({ err: error }, "the use of an admin session was not written");
  });
}

/**
 * The password typed again in a session: right, it counts as fresh from now on. Returns whether it is right.
 */
export async function authenticateAgain(options: {
  admin: AdminSession;
  password: string;
  now?: Date;
}): Promise<boolean> {
  const { admin, password, now = new Date() } = options;
  if (!(await verifyAdmin({ username: admin.username, password }))) return false;
  await write((tx) =>
    tx.update(adminSessions).set({ authenticatedAt: now }).where(eq(adminSessions.id, admin.id)),
  );
  return true;
}

interface AdminSessionListItem {
  /** The public id: the beginning of the row's. */
  id: string;
  device: string;
  isCurrent: boolean;
  createdAt: Date;
  lastActiveAt: Date;
  expiresAt: Date;
}

/** The sessions that are not expired: the current one first, then by last use. */
export async function listAdminSessions(options: { admin: AdminSession }): Promise<AdminSessionListItem[]> {
  const rows = await primary
    .select()
    .from(adminSessions)
    .where(gt(adminSessions.expiresAt, new Date()))
    .orderBy(desc(adminSessions.lastActiveAt))
    .limit(100);
  const credentials = credentialsFingerprint(await adminCredentials());
  return rows
    .filter((row) => row.credentials === credentials)
    .map(({ id, deviceInfo, createdAt, lastActiveAt, expiresAt }) => ({
      id: publicSessionId(id),
      device: describeDevice(deviceInfo),
      isCurrent: id === options.admin.id,
      createdAt,
      lastActiveAt,
      expiresAt,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends the request's own session at once: its cookie is worth nothing any more. */
export async function signOutAdmin(options: { admin: AdminSession }): Promise<void> {
  const { admin } = options;
  await write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(eq(adminSessions.id, admin.id))
      .returning({ id: adminSessions.id });
    if (ended.length === 0) return;
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "admin.sign-out",
      target: { type: "session", id: publicSessionId(admin.id) },
    });
  });
}

/** Ends one session by its public id. Throws `NotFound` when there is none. */
export async function endAdminSession(options: { actor: Actor; publicId: string }): Promise<void> {
  const { actor, publicId } = options;
  await write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(sql`substr(${adminSessions.id}, 1, ${publicIdLength}) = ${publicId}`)
      .returning({ id: adminSessions.id });
    if (ended.length === 0) throw new NotFound("このログインはすでに終わっています");
    await recordAudit(tx, { actor, action: "admin.sessions-end", target: { type: "session", id: publicId } });
  });
}

/** Ends every session, except the one with the id `except`. Returns their number. */
export async function endAdminSessions(options: { actor: Actor; except?: string }): Promise<number> {
  const { actor, except } = options;
  return write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(except === undefined ? undefined : ne(adminSessions.id, except))
      .returning({ id: adminSessions.id });
    if (ended.length > 0)
      await recordAudit(tx, {
        actor,
        action: "admin.sessions-end",
        target: null,
        after: { sessions: ended.length },
      });
    return ended.length;
  });
}

export async function removeExpiredAdminSessions(now = new Date()): Promise<void> {
  await write((tx) => tx.delete(adminSessions).where(lte(adminSessions.expiresAt, now)));
}
