import { eq, inArray, or, sql } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { holdLabelsOf } from "#app/features/categories/hold-labels-of.server.ts";
import { isOpen } from "#app/features/creation/audio-task.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { countTies } from "#app/features/people/server/count-ties.server.ts";
import { holdWithTies } from "#app/features/people/server/hold-with-ties.server.ts";
import { closeUpPositions, holdPlaylists } from "#app/features/playlists/server/close-up-positions.server.ts";
import { countFollowed } from "#app/features/playlists/server/count-followed.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { notifySessions, notifyTask } from "#db/notify.ts";
import {
  audioTasks,
  likes,
  notifications,
  playlistFollows,
  playlistItems,
  playlists,
  renditions,
  tracks,
  users,
} from "#db/schema/index.ts";
import { removeFilesOfAccount } from "./remove-files-of-account.server.ts";

/**
 * Deletes the member's account and everything of it: rows in one transaction, files after it (decisions, "Accounts").
 * What others see goes on as if the member had never been there: their counts go down, their playlists close up. Work
 * that is running ends. A crash before the files are gone leaves them to the nightly sweep. An account that is gone
 * already is no error. Throws `Forbidden` for the house's account.
 */
export async function deleteAccount(options: { viewer: { id: string } }): Promise<void> {
  const userId = options.viewer.id;
  const files = await write(async (tx) => {
    // All that anybody else may hold is held first, in the one order of locks (docs/decisions/0006).
    const account = await holdWithTies(tx, userId);
    if (!account) return null;
    if (account.provider === "house") throw new Forbidden("公式アカウントは削除できません");
    const tasks = await held(
      tx
        .select({ id: audioTasks.id, state: audioTasks.state })
        .from(audioTasks)
        .where(eq(audioTasks.userId, userId))
        .orderBy(audioTasks.id),
      "update",
    );
    await holdTracks(tx, userId);
    const listedIn = await holdPlaylistsAround(tx, userId);
    await holdLabelsOf(tx, ownTracks(tx, userId));

    afterCommit(() => notifySessions(userId));
    afterCommit(() => tellRunningWork(tasks.filter(isOpen).map(({ id }) => id)));
    const audio = await tx
      .select({ key: renditions.storageKey })
      .from(renditions)
      .innerJoin(tracks, eq(tracks.id, renditions.trackId))
      .where(eq(tracks.userId, userId));
    await tx
      .update(tracks)
      .set({ likeCount: sql`${tracks.likeCount} - 1` })
      .where(inArray(tracks.id, likedBy(tx, userId)))
      .returning({ id: tracks.id });
    await tx
      .update(tracks)
      .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
      .where(inArray(tracks.id, bookmarkedBy(tx, userId)))
      .returning({ id: tracks.id });
    // One that is not approved counts nowhere already.
    if (account.state === "approved") {
      await countTies(tx, { userId, by: -1 });
      await countFollowed(tx, { userId, by: -1 });
    }
    await tx
      .update(users)
      .set({ invitedById: null })
      .where(eq(users.invitedById, userId))
      .returning({ id: users.id });
    await tx
      .delete(playlistItems)
      .where(inArray(playlistItems.trackId, ownTracks(tx, userId)))
      .returning({ id: playlistItems.id });
    await closeUpPositions(tx, listedIn);
    await removeNotifications(tx, or(eq(notifications.userId, userId), eq(notifications.actorId, userId)));
    // Everything else of the member's goes with the account: tracks, tasks, likes, follows, playlists, sessions.
    await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
    return { userId, taskIds: tasks.map(({ id }) => id), audioKeys: audio.map(({ key }) => key) };
  });
  crashPoint("account-deleted");
  if (files) await removeFilesOfAccount(files);
}

async function tellRunningWork(taskIds: string[]): Promise<void> {
  for (const id of taskIds) await notifyTask(id);
}

const ownTracks = (tx: Db, userId: string) =>
  tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, userId));

const likedBy = (tx: Db, userId: string) =>
  tx.select({ id: likes.trackId }).from(likes).where(eq(likes.userId, userId));

/** Tracks in the member's playlists: each is bookmarked by one member less. */
const bookmarkedBy = (tx: Db, userId: string) =>
  tx
    .select({ id: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(eq(playlists.userId, userId));

async function holdTracks(tx: Db, userId: string): Promise<void> {
  const touched = ownTracks(tx, userId).unionAll(likedBy(tx, userId)).unionAll(bookmarkedBy(tx, userId));
  await held(
    tx.select({ id: tracks.id }).from(tracks).where(inArray(tracks.id, touched)).orderBy(tracks.id),
    "update",
  );
}

/**
 * Holds the member's playlists, those that the member follows and those that the member's tracks are in; returns the
 * last.
 */
async function holdPlaylistsAround(tx: Db, userId: string): Promise<number[]> {
  const own = await tx.select({ id: playlists.id }).from(playlists).where(eq(playlists.userId, userId));
  const followed = await tx
    .select({ id: playlistFollows.playlistId })
    .from(playlistFollows)
    .where(eq(playlistFollows.userId, userId));
  const listing = await tx
    .selectDistinct({ id: playlistItems.playlistId })
    .from(playlistItems)
    .where(inArray(playlistItems.trackId, ownTracks(tx, userId)));
  const listedIn = listing.map(({ id }) => id);
  await holdPlaylists(tx, [...[...own, ...followed].map(({ id }) => id), ...listedIn]);
  return listedIn;
}
