import { and, count, desc, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { type Db, primary } from "#db/client.ts";
import { announcements, notifications, playlists, tracks, users } from "#db/schema/index.ts";

interface NotificationGroupPage {
  groups: NotificationGroup[];
  next: string | null;
}

/** The newest notification with the group's counts. The actor is approved, the playlist public. */
export type NotificationGroup = Awaited<ReturnType<typeof selectGroups>>[number];

/** A member's groups, newest first. `limit` 1–100. From the primary: the page asks right after a change. */
export async function listNotifications(options: {
  viewer: { id: string };
  limit: number;
  cursor?: string | undefined;
}): Promise<NotificationGroupPage> {
  const { viewer, limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const found = await selectGroups(primary, {
    userId: viewer.id,
    where: cursor ? lt(notifications.id, cursor.id) : undefined,
    limit: limit + 1,
  });
  const { shown: groups, next } = cutPage(found, limit, (last) => ({ at: last.createdAt, id: last.id }));
  return { groups, next };
}

/** The unread notifications of a group; null when all are read. */
export async function findUnreadGroup(options: {
  userId: string;
  groupKey: string;
}): Promise<NotificationGroup | null> {
  const { userId, groupKey } = options;
  const where = eq(notifications.groupKey, groupKey);
  const [found] = await selectGroups(primary, { userId, where, limit: 1 });
  return found && !found.isRead ? { ...found, groupSize: found.unreadCount } : null;
}

/** A member's unread groups with something newer than the notification `sinceId`, newest first. */
export function listUnreadSince(
  on: Db,
  o: { userId: string; sinceId: number; limit: number },
): Promise<NotificationGroup[]> {
  const where = and(gt(notifications.id, o.sinceId), eq(notifications.isRead, false));
  return selectGroups(on, { userId: o.userId, where, limit: o.limit });
}

/** `users` are the authors of tracks. */
const actor = alias(users, "actor");
const newer = alias(notifications, "newer");
const newerActor = alias(users, "newer_actor");

/** Needs `actor` joined. */
const hasValidActor = or(isNull(notifications.actorId), eq(actor.state, "approved"));

const newerHasValidActor = or(isNull(newer.actorId), eq(newerActor.state, "approved"));

/** A member's groups, newest first. Leaves out unapproved actors, and does not name private playlists and hidden tracks. */
async function selectGroups(on: Db, options: { userId: string; where?: SQL | undefined; limit: number }) {
  const { userId, where, limit } = options;
  const heads = await on
    .select({
      id: notifications.id,
      groupKey: notifications.groupKey,
      type: notifications.type,
      createdAt: notifications.createdAt,
      actorUserId: actor.id,
      actorName: actor.name,
      actorPicture: actor.picture,
      actorCustomUserId: actor.customUserId,
      trackId: tracks.id,
      trackTitle: titleVisibleTo({ id: userId }),
      playlistId: playlists.id,
      playlistName: playlists.name,
      announcement: announcements.text,
    })
    .from(notifications)
    .leftJoin(actor, eq(actor.id, notifications.actorId))
    .leftJoin(tracks, eq(tracks.id, notifications.trackId))
    .leftJoin(users, eq(users.id, tracks.userId))
    .leftJoin(playlists, and(eq(playlists.id, notifications.playlistId), eq(playlists.isPublic, true)))
    .leftJoin(announcements, eq(announcements.id, notifications.announcementId))
    .where(
      and(
        eq(notifications.userId, userId),
        hasValidActor,
        notExists(
          on
            .select({ id: newer.id })
            .from(newer)
            .leftJoin(newerActor, eq(newerActor.id, newer.actorId))
            .where(
              and(
                eq(newer.userId, userId),
                eq(newer.groupKey, notifications.groupKey),
                gt(newer.id, notifications.id),
                newerHasValidActor,
              ),
            ),
        ),
        where,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit);
  const counts = await countByGroup(on, { userId, groupKeys: heads.map(({ groupKey }) => groupKey) });
  return heads.map((head) => {
    const { all, unread } = counts.get(head.groupKey) ?? { all: 1, unread: 0 };
    return { ...head, isRead: unread === 0, groupSize: all, unreadCount: unread };
  });
}

async function countByGroup(on: Db, { userId, groupKeys }: { userId: string; groupKeys: string[] }) {
  const rows =
    groupKeys.length === 0
      ? []
      : await on
          .select({
            groupKey: notifications.groupKey,
            all: count(),
            unread: count(sql`case when ${notifications.isRead} then null else 1 end`),
          })
          .from(notifications)
          .leftJoin(actor, eq(actor.id, notifications.actorId))
          .where(
            and(eq(notifications.userId, userId), inArray(notifications.groupKey, groupKeys), hasValidActor),
          )
          .groupBy(notifications.groupKey);
  return new Map(rows.map(({ groupKey, ...counts }) => [groupKey, counts]));
}
