import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { createToken, hashToken } from "#app/lib/secret-token.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { removeRows } from "#db/remove-rows.ts";
import { memberBlocks, sessions, users } from "#db/schema/index.ts";
import { isPremium } from "../account.ts";
import type { sessionReply } from "../accounts.schema.ts";
import { lockUserForShare } from "../server/locks.server.ts";
import type { Viewer } from "../viewer.ts";
import { describeDevice } from "./describe-device.ts";

/** Since the last use. */
export const sessionDays = 30;

/** Since the sign-in, however much the session is used. */
export const maxSessionDays = 180;

/** Limits writes of `lastActiveAt`: most page views must not write. */
const activityIntervalMs = 10 * minuteMs;

/** Per account; one more ends the least recently used. */
const maxSessions = 50;

/** 96 bits of the session's id. They tell nothing about the token. */
export const publicIdLength = 16;

export const publicSessionId = (sessionId: string) => sessionId.slice(0, publicIdLength);

/** Also for a session that is gone. */
export const publicIdOfToken = (token: string) => publicSessionId(hashToken(token));

/** The provider's key of the person. */
export interface Identity {
  provider: "google" | "local";
  subject: string;
}

/**
 * Returns the cookie's token; only its hash is stored. Throws `NotAuthenticated` when the account is gone, or is no longer
 * that of `identity`: it may have been moved to another sign-in a moment ago.
 */
export async function startSession(options: {
  userId: string;
  deviceInfo: string;
  identity?: Identity;
}): Promise<string> {
  const token = createToken();
  const now = new Date();
  await write(async (tx) => {
    await lockUserForShare(tx, options.userId);
    if (options.identity) await requireIdentity(tx, options.userId, options.identity);
    await tx.insert(sessions).values({
      id: hashToken(token),
      userId: options.userId,
      deviceInfo: options.deviceInfo.slice(0, 200),
      createdAt: now,
      lastActiveAt: now,
      expiresAt: expiryOf({ createdAt: now }, now),
    });
    await endSurplusSessions(tx, options.userId);
  });
  return token;
}

async function requireIdentity(tx: Db, userId: string, { provider, subject }: Identity): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.provider, provider), eq(users.subject, subject)));
  if (!account) throw new NotAuthenticated();
}

function expiryOf({ createdAt }: { createdAt: Date }, now: Date): Date {
  return new Date(
    Math.min(now.getTime() + sessionDays * dayMs, createdAt.getTime() + maxSessionDays * dayMs),
  );
}

async function endSurplusSessions(tx: Db, userId: string): Promise<void> {
  const all = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.createdAt));
  const surplus = all.slice(maxSessions, maxSessions + 1000).map(({ id }) => id);
  if (surplus.length === 0) return;
  await tx.delete(sessions).where(inArray(sessions.id, surplus));
}

/** Of the account that the query selects. */
export const blocksAnyone =
  sql<boolean>`exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${users.id})`.mapWith(
    Boolean,
  );

const viewerColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  customUserId: users.customUserId,
  picture: users.picture,
  xHandle: users.xHandle,
  state: users.state,
  isPremium: users.isPremium,
  premiumEndDate: users.premiumEndDate,
  premiumDisplayEndDate: users.premiumDisplayEndDate,
  speedTrialEndsAt: users.speedTrialEndsAt,
  blocksAnyone,
};

const { createdAt, lastActiveAt, expiresAt } = sessions;

const selectSession = prepared((on, value: ValuesOf<{ sessionId: string }>) =>
  on
    .select({ session: { id: sessions.id, createdAt, lastActiveAt, expiresAt }, user: viewerColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, value("sessionId"))),
);

/** Null when the session is unknown or expired. Extends a session in use, but not beyond 180 days after its sign-in. */
export async function findSession(token: string, now: Date = new Date()): Promise<Viewer | null> {
  const sessionId = hashToken(token);
  const [row] = await selectSession(primary, { sessionId });
  if (!row || row.session.expiresAt <= now) return null;
  if (now.getTime() - row.session.lastActiveAt.getTime() > activityIntervalMs)
    extendSession(row.session, now);
  return { ...row.user, isPremium: isPremium(row.user, now), signedInAt: row.session.createdAt };
}

const extending = new Set<string>();

/** Best effort: the request does not wait for it, and the next one tries again. */
function extendSession({ id, createdAt }: { id: string; createdAt: Date }, now: Date): void {
  if (extending.has(id)) return;
  extending.add(id);
  void write((tx) =>
    tx
      .update(sessions)
      .set({ lastActiveAt: now, expiresAt: expiryOf({ createdAt }, now) })
      .where(eq(sessions.id, id)),
  )
    .catch((error: unknown) => {
      if (!isUnwritable(error)) logger.warn({ err: error }, "the use of a session was not written");
    })
    .finally(() => extending.delete(id));
}

/** Whether `findSession` would return an approved member without a write. */
export function isFreshSession(
  row: { state: Viewer["state"]; expiresAt: Date; lastActiveAt: Date },
  now: Date = new Date(),
): boolean {
  const { state, expiresAt, lastActiveAt } = row;
  return (
    state === "approved" && expiresAt > now && now.getTime() - lastActiveAt.getTime() <= activityIntervalMs
  );
}

export async function endSession(token: string): Promise<void> {
  await write(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.id, hashToken(token)))
      .returning({ userId: sessions.userId });
    if (ended) afterCommit(() => publishSessionsEnded(ended.userId));
  });
}

export async function removeExpiredSessions(): Promise<number> {
  return removeRows(sessions, lte(sessions.expiresAt, new Date()));
}

type SessionListItem = z.infer<typeof sessionReply>;

/** Sessions that are not expired: the current one first, then by last use. `current`: a public id. */
export async function listSessions(options: {
  viewer: { id: string };
  current: string | null;
}): Promise<SessionListItem[]> {
  const rows = await primary
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, options.viewer.id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastActiveAt));
  const listed = rows.map(({ id, deviceInfo, createdAt, lastActiveAt }) => ({
    id: publicSessionId(id),
    device: describeDevice(deviceInfo),
    createdAt,
    lastActiveAt,
    isCurrent: publicSessionId(id) === options.current,
  }));
  return [...listed.filter(({ isCurrent }) => isCurrent), ...listed.filter(({ isCurrent }) => !isCurrent)];
}

/** Ends a session of the account by its public id. Throws `NotFound` for any other id. */
export async function endSessionOf(options: {
  userId: string;
  publicId: string;
  actor?: Actor;
}): Promise<void> {
  const { userId, publicId, actor } = options;
  const matches = and(
    eq(sessions.userId, userId),
    sql`substr(${sessions.id}, 1, ${publicIdLength}) = ${publicId}`,
  );
  await write(async (tx) => {
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(matches).returning({ id: sessions.id });
    if (ended.length === 0) throw new NotFound("この端末はすでにログアウトしています");
    if (actor) await recordEnd({ tx, actor, userId, endedSessions: 1 });
  });
}

/** The current one too. Returns their number. */
export async function endAllSessions(options: { viewer: { id: string }; actor?: Actor }): Promise<number> {
  const { viewer, actor } = options;
  const userId = viewer.id;
  return write(async (tx) => {
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    if (actor && ended.length > 0) await recordEnd({ tx, actor, userId, endedSessions: ended.length });
    return ended.length;
  });
}

const recordEnd = (ended: {
  tx: Parameters<typeof recordAudit>[0];
  actor: Actor;
  userId: string;
  endedSessions: number;
}) => {
  const { tx, actor, userId, endedSessions } = ended;
  const target = { type: "user" as const, id: userId };
  return recordAudit(tx, { actor, action: "user.sessions-end", target, after: { endedSessions } });
};
