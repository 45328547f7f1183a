import { and, count, eq, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import { isFreshSession, sessionIdOfToken } from "#app/features/accounts/sessions/session.server.ts";
import { listsEntityTag } from "#app/lib/entity-tag.ts";
import { primary } from "#db/client.ts";
import { notifications, sessions, users } from "#db/schema/index.ts";
import { maxUnread } from "../unread.ts";

/**
 * The number of a member's unread notifications, at most `maxUnread`: no more index entries are read. Read from the primary,
 * because clients ask right after a change was published.
 */
export async function countUnread({ userId }: { userId: string }): Promise<number> {
  const [row] = await queries().ofUser.execute({ userId });
  return row?.count ?? 0;
}

/**
 * The unread count for a session token, in one statement, for polling clients. Null for an unknown session, a user who is not
 * approved, and a session that is due for extension: use `findSession` and `countUnread` then.
 */
export async function countUnreadOfSession(token: string): Promise<number | null> {
  const [row] = await queries().ofSession.execute({ sessionId: sessionIdOfToken(token) });
  return row && isFreshSession(row) ? row.count : null;
}

/** Subquery of an account's state. On SQLite it takes a third of the time of a join. */
const stateOf = (userId: SQLWrapper) =>
  sql`(${primary.select({ state: users.state }).from(users).where(eq(users.id, userId))})`;

/** The unread notifications of a member, up to `maxUnread`. */
const unreadOf = (userId: SQLWrapper) =>
  primary
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        sql`${notifications.userId} = ${userId}`,
        eq(notifications.isRead, false),
        or(isNull(notifications.actorId), sql`${stateOf(notifications.actorId)} = 'approved'`),
      ),
    )
    .limit(maxUnread);

// An empty name makes an unnamed statement, which also works through Postgres connection poolers.
const prepare = () => ({
  ofUser: primary
    .select({ count: count() })
    .from(unreadOf(sql.placeholder("userId")).as("unread"))
    .prepare(""),
  ofSession: primary
    .select({
      state: sql`${stateOf(sessions.userId)}`.mapWith(users.state),
      expiresAt: sessions.expiresAt,
      lastActiveAt: sessions.lastActiveAt,
      count: sql`(select count(*) from (${unreadOf(sessions.userId)}) as unread)`.mapWith(Number),
    })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder("sessionId")))
    .prepare(""),
});

let prepared: { on: typeof primary; queries: ReturnType<typeof prepare> } | undefined;

/** The queries, built once per opened database: many clients poll every five seconds. */
function queries() {
  if (prepared?.on !== primary) prepared = { on: primary, queries: prepare() };
  return prepared.queries;
}

/** The response of `GET /api/notifications/unread-count`: 304 without a body when `If-None-Match` has the count's ETag. */
export function unreadCountResponse(count: number, ifNoneMatch: string | null | undefined) {
  const etag = `"${count}"`;
  const headers = { ETag: etag, "Cache-Control": "no-store" };
  if (listsEntityTag(ifNoneMatch ?? "", etag, "weak")) return { status: 304, headers, body: null };
  const body = JSON.stringify({ count });
  return {
    status: 200,
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
    },
    body,
  };
}
