import { and, desc, eq, gt, lte, ne, sql } from "drizzle-orm";
import { describeDevice } from "#app/features/accounts/sessions/describe-device.ts";
import { publicIdLength, publicSessionId } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { createToken, hashToken } from "#app/lib/secret-token.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { removeRows } from "#db/remove-rows.ts";
import { adminSessions, operators } from "#db/schema/index.ts";
import { isPasswordRefused, restorePasswordSignIn } from "../passkeys/password-sign-in.server.ts";
import {
  type AdminCredentials,
  adminCredentials,
  credentialsFingerprint,
  credentialsOf,
  sessionsOf,
  verifyAdmin,
} from "./admin-credentials.server.ts";
import {
  type AdminSession,
  actorOf,
  adminMessages,
  adminSessionS,
  firstOperatorId,
  maxIdleMs,
} from "./admin-session.ts";
import { isAppCode, requireSecondFactor, takeRecoveryCode } from "./second-factor.server.ts";

const activityIntervalMs = 10 * minuteMs;

/**
 * Returns the cookie's token, of which only the hash is stored. Throws `NotAuthenticated` for a wrong name or password, then
 * `SecondFactorNeeded`. Who has switched the sign-in by password off is refused like a wrong password; a recovery code switches
 * it on again.
 */
export async function signInAdmin(typed: {
  username: string;
  password: string;
  /** From the app, or a recovery code; empty for none. */
  code?: string | undefined;
  rememberMe: boolean;
  deviceInfo: string;
  /** Counts a try of an app's code, right or wrong, before it is judged. Its rejection refuses the sign-in. */
  countAppCode?: (operatorId: string) => Promise<void>;
  now?: Date;
}): Promise<{ token: string; maxAgeS: number }> {
  const { code = "", rememberMe, deviceInfo, countAppCode, now = new Date() } = typed;
  const verified = await verifyAdmin(typed);
  if (!verified) throw new NotAuthenticated(adminMessages.wrong);
  if (isAppCode(code)) await countAppCode?.(verified.operatorId);
  return write(async (tx) => {
    const { operatorId } = verified;
    if (await isPasswordRefused(tx, operatorId)) {
      const isRecovered = await takeRecoveryCode(tx, { operatorId, code });
      if (!isRecovered) throw new NotAuthenticated(adminMessages.wrong);
      const actor = actorOf({ ...verified, authenticatedAt: now });
      await restorePasswordSignIn(tx, { actor, operatorId, now });
    } else await requireSecondFactor(tx, { operatorId, code, now });
    return openAdminSession(tx, { operator: verified, method: "password", rememberMe, deviceInfo, now });
  });
}

/** For somebody who has proved who they are. Adds the row of the audit log. */
export async function openAdminSession(
  tx: Db,
  options: {
    operator: AdminCredentials;
    method: "password" | "passkey" | "link";
    rememberMe: boolean;
    deviceInfo: string;
    now: Date;
  },
): Promise<{ token: string; maxAgeS: number }> {
  const { operator, method, rememberMe, deviceInfo, now } = options;
  const { operatorId, username, role } = operator;
  const token = createToken();
  const id = hashToken(token);
  const maxAgeS = rememberMe ? adminSessionS.remembered : adminSessionS.normal;
  const expiresAt = new Date(now.getTime() + maxAgeS * 1000);
  await tx.insert(adminSessions).values({
    id,
    operatorId: operatorId === firstOperatorId ? null : operatorId,
    username,
    credentials: credentialsFingerprint(operator),
    deviceInfo: deviceInfo.slice(0, 200),
    createdAt: now,
    authenticatedAt: now,
    lastActiveAt: now,
    expiresAt,
  });
  await recordAudit(tx, {
    actor: actorOf({ username, role, authenticatedAt: now }),
    action: "admin.sign-in",
    target: { type: "session", id: publicSessionId(id) },
    after: { method, device: describeDevice(deviceInfo), expiresAt: expiresAt.toISOString() },
    now,
  });
  return { token, maxAgeS };
}

/** With the present role. Null after expiry, a new name or password, or when the operator is switched off. */
export async function findAdminSession(token: string, now = new Date()): Promise<AdminSession | null> {
  const [found] = await primary
    .select({ session: adminSessions, operator: operators })
    .from(adminSessions)
    .leftJoin(operators, eq(operators.id, adminSessions.operatorId))
    .where(eq(adminSessions.id, hashToken(token)));
  if (!found || endOf(found.session) <= now) return null;
  const { session, operator } = found;
  const credentials = operator ? credentialsOf(operator) : await adminCredentials();
  if (!credentials || session.credentials !== credentialsFingerprint(credentials)) return null;
  if (now.getTime() - session.lastActiveAt.getTime() > activityIntervalMs) touch(session.id, now);
  const { id, createdAt, authenticatedAt } = session;
  const { operatorId, username, role } = credentials;
  return { id, operatorId, username, role, createdAt, authenticatedAt };
}

/** When a session ends that is not used any more. */
const endOf = ({ expiresAt, lastActiveAt }: { expiresAt: Date; lastActiveAt: Date }) =>
  new Date(Math.min(expiresAt.getTime(), lastActiveAt.getTime() + maxIdleMs));

/** Best effort: the request does not wait for it. */
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

/** Returns whether the password is right; then it counts as fresh. */
export async function authenticateAgain(options: {
  admin: AdminSession;
  password: string;
  now?: Date;
}): Promise<boolean> {
  const { admin, password, now = new Date() } = options;
  const verified = await verifyAdmin({ username: admin.username, password });
  if (verified?.operatorId !== admin.operatorId) return false;
  await write((tx) =>
    tx.update(adminSessions).set({ authenticatedAt: now }).where(eq(adminSessions.id, admin.id)),
  );
  return true;
}

/** Everybody's for an administrator, else the operator's own: the current one first, then one's own, by last use. */
export async function listAdminSessions({ admin }: { admin: AdminSession }) {
  const rows = await primary
    .select({ session: adminSessions, operator: operators })
    .from(adminSessions)
    .leftJoin(operators, eq(operators.id, adminSessions.operatorId))
    .where(and(gt(adminSessions.expiresAt, new Date()), withinReach(admin)))
    .orderBy(desc(adminSessions.lastActiveAt))
    .limit(100);
  const first = await adminCredentials();
  const now = new Date();
  return rows
    .filter(({ session, operator }) => {
      if (endOf(session) <= now) return false;
      const credentials = operator ? credentialsOf(operator) : first;
      return credentials !== null && session.credentials === credentialsFingerprint(credentials);
    })
    .map(({ session: { id, operatorId, username, deviceInfo, createdAt, lastActiveAt, expiresAt } }) => ({
      id: publicSessionId(id),
      username,
      isOwn: (operatorId ?? firstOperatorId) === admin.operatorId,
      device: describeDevice(deviceInfo),
      isCurrent: id === admin.id,
      createdAt,
      lastActiveAt,
      expiresAt: endOf({ expiresAt, lastActiveAt }),
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || Number(b.isOwn) - Number(a.isOwn));
}

/** An administrator sees and ends everybody's sessions, others their own. */
const withinReach = (admin: AdminSession) =>
  admin.role === "administrator" ? undefined : sessionsOf(admin.operatorId);

export async function signOutAdmin({ admin }: { admin: AdminSession }): Promise<void> {
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

/** By its public id; only an administrator may end others' sessions. Throws `NotFound`. */
export async function endAdminSession(options: { admin: AdminSession; publicId: string }): Promise<void> {
  const { admin, publicId } = options;
  const actor = actorOf(admin);
  await write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(and(sql`substr(${adminSessions.id}, 1, ${publicIdLength}) = ${publicId}`, withinReach(admin)))
      .returning({ id: adminSessions.id });
    if (ended.length === 0) throw new NotFound("このログインはすでに終わっています");
    await recordAudit(tx, { actor, action: "admin.sessions-end", target: { type: "session", id: publicId } });
  });
}

/** Of everybody, or of one operator, except the session with the id `except`. Returns their number. */
export async function endAdminSessions(options: {
  actor: Actor;
  operatorId?: string;
  except?: string;
}): Promise<number> {
  const { actor, operatorId, except } = options;
  return write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(
        and(
          operatorId === undefined ? undefined : sessionsOf(operatorId),
          except === undefined ? undefined : ne(adminSessions.id, except),
        ),
      )
      .returning({ id: adminSessions.id });
    if (ended.length > 0)
      await recordAudit(tx, {
        actor,
        action: "admin.sessions-end",
        target: operatorId === undefined ? null : { type: "operator", id: operatorId },
        after: { sessions: ended.length },
      });
    return ended.length;
  });
}

export async function removeExpiredAdminSessions(now = new Date()): Promise<number> {
  return removeRows(adminSessions, lte(adminSessions.expiresAt, now));
}
