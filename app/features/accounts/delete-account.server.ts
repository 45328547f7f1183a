import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { batchesOf } from "#app/lib/batches.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { notifyTask } from "#db/notify.ts";
import {
  audioTasks,
  follows,
  likes,
  playlistItems,
  playlists,
  renditions,
  tracks,
  users,
} from "#db/schema/index.ts";
import { isOpen } from "../creation/audio-task.ts";
import { Forbidden } from "../domain-error.ts";
import { closeUpPositions } from "../playlists/close-up-positions.server.ts";
import { removeFilesOfAccount } from "./remove-files-of-account.server.ts";

/** Rows that one statement names. */
const atOnce = 1000;

/**
 * Deletes the member's account and everything of it: rows in one transaction, files after it (decisions, "Accounts").
 * What others see goes on as if the member had never been there: their counts go down, their playlists close up. Work
 * that is running ends. A crash before the files are gone leaves them to the nightly sweep. An account that is gone
 * already is no error. Throws `Forbidden` for the house's account.
 */
export async function deleteAccount(options: { viewer: { id: string } }): Promise<void> {
  const userId = options.viewer.id;
  const files = await write(async (tx) => {
    if (!(await holdAccount(tx, userId))) return null;
    const tasks = await tx
      .delete(audioTasks)
      .where(eq(audioTasks.userId, userId))
      .returning({ id: audioTasks.id, state: audioTasks.state });
    afterCommit(() => tellRunningWork(tasks.filter(isOpen).map(({ id }) => id)));
    const audio = await tx
      .select({ key: renditions.storageKey })
      .from(renditions)
      .innerJoin(tracks, eq(tracks.id, renditions.trackId))
      .where(eq(tracks.userId, userId));

    await takeBackLikes(tx, userId);
    await endFollows(tx, userId);
    await removePlaylists(tx, userId);
    await leavePlaylistsOfOthers(tx, userId);
    await tx
      .update(users)
      .set({ invitedById: null })
      .where(eq(users.invitedById, userId))
      .returning({ id: users.id });
    // Sessions, invitations, consents, daily use and tracks with all that hangs on them go with their account.
    await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
    return { userId, taskIds: tasks.map(({ id }) => id), audioKeys: audio.map(({ key }) => key) };
  });
  crashPoint("account-deleted");
  if (files) await removeFilesOfAccount(files);
}

/**
 * Holds the account until `tx` ends. Its identity changes, which is what keeps Postgres from letting anything new refer
 * to it meanwhile; a plain update would not. False when it is gone.
 */
async function holdAccount(tx: Db, userId: string): Promise<boolean> {
  const held = await tx
    .update(users)
    .set({ subject: `deleted:${userId}` })
    .where(and(eq(users.id, userId), ne(users.provider, "house")))
    .returning({ id: users.id });
  if (held.length > 0) return true;
  const [house] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (house) throw new Forbidden("公式アカウントは削除できません");
  return false;
}

async function tellRunningWork(taskIds: string[]): Promise<void> {
  for (const id of taskIds) await notifyTask(id);
}

async function takeBackLikes(tx: Db, userId: string): Promise<void> {
  const liked = await tx.delete(likes).where(eq(likes.userId, userId)).returning({ trackId: likes.trackId });
  await countDown(
    liked.map(({ trackId }) => trackId),
    (ids) =>
      tx
        .update(tracks)
        .set({ likeCount: sql`${tracks.likeCount} - 1` })
        .where(and(inArray(tracks.id, ids), gt(tracks.likeCount, 0)))
        .returning({ id: tracks.id }),
  );
}

async function endFollows(tx: Db, userId: string): Promise<void> {
  const followed = await tx
    .delete(follows)
    .where(eq(follows.followerId, userId))
    .returning({ id: follows.followingId });
  const followers = await tx
    .delete(follows)
    .where(eq(follows.followingId, userId))
    .returning({ id: follows.followerId });
  await countDown(
    followed.map(({ id }) => id),
    (ids) =>
      tx
        .update(users)
        .set({ followerCount: sql`${users.followerCount} - 1` })
        .where(and(inArray(users.id, ids), gt(users.followerCount, 0)))
        .returning({ id: users.id }),
  );
  await countDown(
    followers.map(({ id }) => id),
    (ids) =>
      tx
        .update(users)
        .set({ followingCount: sql`${users.followingCount} - 1` })
        .where(and(inArray(users.id, ids), gt(users.followingCount, 0)))
        .returning({ id: users.id }),
  );
}

/** The member's own playlists; a track that was in one is bookmarked by one member less. */
async function removePlaylists(tx: Db, userId: string): Promise<void> {
  const bookmarked = await tx
    .selectDistinct({ trackId: playlistItems.trackId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(eq(playlists.userId, userId));
  await tx.delete(playlists).where(eq(playlists.userId, userId)).returning({ id: playlists.id });
  await countDown(
    bookmarked.map(({ trackId }) => trackId),
    (ids) =>
      tx
        .update(tracks)
        .set({ bookmarkCount: sql`${tracks.bookmarkCount} - 1` })
        .where(and(inArray(tracks.id, ids), gt(tracks.bookmarkCount, 0)))
        .returning({ id: tracks.id }),
  );
}

/** Takes the member's tracks out of other people's playlists, which close up. */
async function leavePlaylistsOfOthers(tx: Db, userId: string): Promise<void> {
  const own = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, userId));
  const left = await tx
    .delete(playlistItems)
    .where(inArray(playlistItems.trackId, own))
    .returning({ playlistId: playlistItems.playlistId });
  await closeUpPositions(
    tx,
    left.map(({ playlistId }) => playlistId),
  );
}

/** Runs `update` for all ids, so many at a time. */
async function countDown<Id extends string | number>(
  ids: Id[],
  update: (ids: Id[]) => Promise<unknown>,
): Promise<void> {
  for (const batch of batchesOf(ids, atOnce)) await update(batch);
}
