import { and, count, eq, sql } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { notifications, users } from "#db/schema/index.ts";
import { doneByMember } from "./select-bundles.server.ts";
import { mostUnread } from "./unread.ts";

/**
 * How many notifications the member has not read, at most `mostUnread`: that many entries of an index are looked at
 * (spec 2 §7). Not from a replica: what was read must not come back, nor what is new be missed by whoever was told of it.
 */
export async function countUnread({ userId }: { userId: string }): Promise<number> {
  const [row] = await unreadCount().execute({ userId });
  return row?.count ?? 0;
}

function prepareUnreadCount() {
  const unread = primary
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .where(
      and(eq(notifications.userId, sql.placeholder("userId")), eq(notifications.isRead, false), doneByMember),
    )
    .limit(mostUnread)
    .as("unread");
  // Without a name Postgres keeps nothing on the connection, so poolers between need not know of it.
  return primary.select({ count: count() }).from(unread).prepare("");
}

let prepared: { on: typeof primary; query: ReturnType<typeof prepareUnreadCount> } | undefined;

/** The query, built once for each opened database: a thousand members ask every five seconds. */
function unreadCount() {
  if (prepared?.on !== primary) prepared = { on: primary, query: prepareUnreadCount() };
  return prepared.query;
}
