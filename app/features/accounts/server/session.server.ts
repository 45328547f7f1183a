import { createHash, randomBytes } from "node:crypto";
import { desc, eq, inArray, lte, sql } from "drizzle-orm";
import { isPremium } from "#app/features/premium/is-premium.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { notifySessions } from "#db/notify.ts";
import { sessions, users } from "#db/schema/index.ts";
import type { Viewer } from "../viewer.ts";
import { keepAccount } from "./keep-account.server.ts";

/** A session ends this long after it was last used. */
export const sessionDays = 30;

const day = 24 * 60 * 60 * 1000;
/** `lastActiveAt` is written at most this often: a page view costs no write. */
const touchEveryMs = 10 * 60 * 1000;

/** Devices on which one person can be signed in; beyond, the session that was used longest ago ends. */
const mostSessions = 50;

/** The id of the session behind a cookie's token. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Characters of a session's id that make its public name: 96 bits, and nothing about the token. */
export const nameLength = 16;

/** What a session is called outside: the beginning of its id. */
export const nameOfSession = (sessionId: string) => sessionId.slice(0, nameLength);

/** The id of the session behind a cookie's token, whether it still is or not. */
export const idOfToken = (token: string) => hashToken(token);

/** The public name of the session behind a cookie's token, whether it still is or not. */
export const nameOfToken = (token: string) => nameOfSession(hashToken(token));

/**
 * Starts a session for `userId` and returns the token for its cookie; only the hash is kept. Of the sessions of one
 * person the 50 that were used last go on. Throws `NotAuthenticated` when the account has gone meanwhile.
 */
export async function startSession(options: { userId: string; deviceInfo: string }): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  await write(async (tx) => {
    await keepAccount(tx, options.userId);
    await tx
      .insert(sessions)
      .values({
        id: hashToken(token),
        userId: options.userId,
        deviceInfo: options.deviceInfo.slice(0, 200),
        createdAt: now,
        lastActiveAt: now,
        expiresAt: new Date(now.getTime() + sessionDays * day),
      })
      .returning({ id: sessions.id });
    await endSurplusSessions(tx, options.userId);
  });
  return token;
}

async function endSurplusSessions(tx: Db, userId: string): Promise<void> {
  const all = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.createdAt));
  const surplus = all.slice(mostSessions, mostSessions + 1000).map(({ id }) => id);
  if (surplus.length === 0) return;
  await tx.delete(sessions).where(inArray(sessions.id, surplus)).returning({ id: sessions.id });
}

/** The user behind a cookie's token, or null when the session is unknown or over. Extends a session in use. */
export async function findSession(token: string): Promise<Viewer | null> {
  const sessionId = hashToken(token);
  const [row] = await sessionQuery().execute({ sessionId });
  const now = new Date();
  if (!row || row.session.expiresAt <= now) return null;
  if (now.getTime() - row.session.lastActiveAt.getTime() > touchEveryMs) {
    await write((tx) =>
      tx
        .update(sessions)
        .set({ lastActiveAt: now, expiresAt: new Date(now.getTime() + sessionDays * day) })
        .where(eq(sessions.id, sessionId)),
    );
  }
  const { id, name, email, customUserId, picture, xHandle, state, premiumEndDate, speedTrialEndsAt } =
    row.user;
  return {
    id,
    name,
    email,
    customUserId,
    picture,
    xHandle,
    state,
    isPremium: isPremium(row.user, now),
    premiumEndDate,
    speedTrialEndsAt,
  };
}

const prepareSession = () =>
  primary
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder("sessionId")))
    // Without a name Postgres keeps nothing on the connection, so poolers between need not know of it.
    .prepare("");

let prepared: { on: typeof primary; query: ReturnType<typeof prepareSession> } | undefined;

/** The query, built once for each opened database: every request of everybody who is signed in asks it. */
function sessionQuery() {
  if (prepared?.on !== primary) prepared = { on: primary, query: prepareSession() };
  return prepared.query;
}

/** Whether `findSession` would find an approved member in a session and write nothing for it. */
export function isFresh(
  row: { state: Viewer["state"]; expiresAt: Date; lastActiveAt: Date },
  now: Date = new Date(),
): boolean {
  const { state, expiresAt, lastActiveAt } = row;
  return state === "approved" && expiresAt > now && now.getTime() - lastActiveAt.getTime() <= touchEveryMs;
}

/** Ends a session at once. */
export async function endSession(token: string): Promise<void> {
  await write(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.id, hashToken(token)))
      .returning({ userId: sessions.userId });
    if (ended) afterCommit(() => notifySessions(ended.userId));
  });
}

/** Removes sessions whose time is over. */
export async function removeExpiredSessions(now: Date = new Date()): Promise<void> {
  await write((tx) => tx.delete(sessions).where(lte(sessions.expiresAt, now)).returning({ id: sessions.id }));
}
