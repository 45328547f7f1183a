import { and, asc, eq, sql } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { findBlockedAmong } from "#app/features/blocks/is-blocked.server.ts";
import { type Db, db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { follows, notifications, tracks, users } from "#db/schema/index.ts";
import type { NotificationEvent } from "../notifications.ts";
import { notifyMany } from "./notify.server.ts";
import { removeNotifications } from "./remove-notifications.server.ts";

/** Per transaction; between them other writers get their turn. */
const batchSize = 500;

/**
 * Notifies each approved follower once that a track is published. A day's tracks show as one, and push as one to those who
 * chose that. Notifies nobody if the track is no longer public.
 */
export async function notifyFollowers({ trackId }: { trackId: number }): Promise<void> {
  const now = new Date();
  const [track] = await db.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  if (!track) return;
  const event: NotificationEvent = { type: "followed_track", actorId: track.userId, trackId };
  let last = { at: new Date(0), id: 0 };
  for (;;) {
    const isAfter = sql`(${follows.createdAt}, ${follows.id}) > (${sql.param(last.at, follows.createdAt)}, ${last.id})`;
    const batch = await db
      .select({ id: follows.id, at: follows.createdAt, userId: follows.followerId })
      .from(follows)
      .innerJoin(users, eq(users.id, follows.followerId))
      .where(and(eq(follows.followingId, track.userId), noIndexHint(eq(users.state, "approved")), isAfter))
      .orderBy(asc(follows.createdAt), asc(follows.id))
      .limit(batchSize);
    if (batch.length > 0)
      await notifyBatch(event, { userIds: batch.map(({ userId }) => userId), trackId, now });
    if (batch.length < batchSize) return;
    last = batch.at(-1) ?? last;
  }
}

async function notifyBatch(
  event: NotificationEvent & { actorId: string },
  { userIds, trackId, now }: { userIds: readonly string[]; trackId: number; now: Date },
): Promise<void> {
  await write(async (tx) => {
    const existing = await lockUsersForShare(tx, [event.actorId, ...userIds]);
    const isPublic = and(eq(tracks.id, trackId), eq(tracks.isVisible, true));
    const locked = await forUpdate(tx.select({ id: tracks.id }).from(tracks).where(isPublic), "key share");
    if (locked.length === 0 || !existing.has(event.actorId)) return;
    // Whoever blocked since the batch was read does not follow any more.
    const blocked = await findBlockedAmong(tx, { userId: event.actorId, among: userIds });
    const toNotify = userIds.filter((userId) => existing.has(userId) && !blocked.has(userId));
    await notifyMany(tx, { userIds: toNotify, event, pushTo: eq(users.pushesFollowedTracks, true), now });
  });
}

/** Retracts what followers were told of a track that is hidden now. Call it after all other locks of `tx`. */
export const retractFromFollowers = (tx: Db, { trackId }: { trackId: number }): Promise<void> =>
  removeNotifications(tx, and(eq(notifications.trackId, trackId), eq(notifications.type, "followed_track")));
