import { and, count, eq, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import { hashToken, isFresh } from "#app/features/accounts/server/session.server.ts";
import { primary } from "#db/client.ts";
import { notifications, sessions, users } from "#db/schema/index.ts";
import { mostUnread } from "../unread.ts";

/**
 * How many notifications the member has not read, at most `mostUnread`: that many entries of an index are looked at
 * (spec 2 §7). Not from a replica: what was read must not come back, nor what is new be missed by whoever was told of it.
 */
export async function countUnread({ userId }: { userId: string }): Promise<number> {
  const [row] = await queries().ofUser.execute({ userId });
  return row?.count ?? 0;
}

/**
 * The same for the member behind a session's token, by one statement, for those who poll. Null for nobody, for who is no
 * approved member, and for a session that is due to be extended: `findSession` and the above are for these.
 */
export async function countUnreadOf(token: string): Promise<number | null> {
  const [row] = await queries().ofSession.execute({ sessionId: hashToken(token) });
  return row && isFresh(row) ? row.count : null;
}

/** The state of the account with the id `of`. As a value: SQLite takes a third of the time that it needs for a join. */
const stateOf = (of: SQLWrapper) =>
  sql`(${primary.select({ state: users.state }).from(users).where(eq(users.id, of))})`;

/** What is unread of one member, as far as it is counted. */
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
    .limit(mostUnread);

// Without a name Postgres keeps nothing on the connection, so poolers between need not know of it.
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

/** The queries, built once for each opened database: a thousand members ask every five seconds. */
function queries() {
  if (prepared?.on !== primary) prepared = { on: primary, queries: prepare() };
  return prepared.queries;
}
