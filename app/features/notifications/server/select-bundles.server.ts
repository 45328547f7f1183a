import { and, count, desc, eq, gt, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.ts";
import { notifications, playlists, tracks, users } from "#db/schema/index.ts";
import type { Bundle } from "../bundle.ts";

const newer = alias(notifications, "newer");
const newerActor = alias(users, "newer_actor");

/** That nobody did it, or an approved member; whoever did it is joined (`users.id = notifications.actorId`). */
const doneByMember = or(isNull(notifications.actorId), eq(users.state, "approved"));

const newerDoneByMember = or(isNull(newer.actorId), eq(newerActor.state, "approved"));

/**
 * The newest notifications of their bundles, by `where` about the `notifications` of one member, the newest first. What
 * accounts that are not approved have done is passed over, and private playlists are not named.
 */
export async function selectBundles(
  on: Db,
  options: { userId: string; where?: SQL | undefined; limit: number },
): Promise<Bundle[]> {
  const { userId, where, limit } = options;
  const heads = await on
    .select({
      id: notifications.id,
      bundle: notifications.bundle,
      type: notifications.type,
      createdAt: notifications.createdAt,
      actorUserId: users.id,
      actorName: users.name,
      actorPicture: users.picture,
      actorCustomUserId: users.customUserId,
      trackId: tracks.id,
      trackTitle: tracks.title,
      playlistId: playlists.id,
      playlistName: playlists.name,
    })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(tracks, eq(tracks.id, notifications.trackId))
    .leftJoin(playlists, and(eq(playlists.id, notifications.playlistId), eq(playlists.isPublic, true)))
    .where(
      and(
        eq(notifications.userId, userId),
        doneByMember,
        notExists(
          on
            .select({ id: newer.id })
            .from(newer)
            .leftJoin(newerActor, eq(newerActor.id, newer.actorId))
            .where(
              and(
                eq(newer.userId, userId),
                eq(newer.bundle, notifications.bundle),
                gt(newer.id, notifications.id),
                newerDoneByMember,
              ),
            ),
        ),
        where,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit);
  const counts = await countsOf(on, { userId, bundles: heads.map(({ bundle }) => bundle) });
  return heads.map((head) => {
    const { all, unread } = counts.get(head.bundle) ?? { all: 1, unread: 0 };
    return { ...head, isRead: unread === 0, bundleCount: all, unreadCount: unread };
  });
}

async function countsOf(on: Db, { userId, bundles }: { userId: string; bundles: string[] }) {
  const rows =
    bundles.length === 0
      ? []
      : await on
          .select({
            bundle: notifications.bundle,
            all: count(),
            unread: count(sql`case when ${notifications.isRead} then null else 1 end`),
          })
          .from(notifications)
          .leftJoin(users, eq(users.id, notifications.actorId))
          .where(and(eq(notifications.userId, userId), inArray(notifications.bundle, bundles), doneByMember))
          .groupBy(notifications.bundle);
  return new Map(rows.map(({ bundle, ...counts }) => [bundle, counts]));
}
