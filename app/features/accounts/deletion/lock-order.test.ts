import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { discardPreview } from "#app/features/creation/preview/discard-preview.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { startOver } from "#app/features/creation/server/start-over.server.ts";
import { DomainError } from "#app/features/domain-error.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { ListeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import {
  addToPlaylist,
  createPlaylistWithTrack,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import { reorderItems } from "#app/features/playlists/reorder/reorder-items.server.ts";
import { followPlaylist, unfollowPlaylist } from "#app/features/playlists/server/follow-playlist.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db, write } from "#db/client.ts";
import * as errors from "#db/errors.ts";
import { audioTasks, labels, playlistItems, trackLabels, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withRowLock } from "#test/databases/row-lock.ts";
import { addFullAccount } from "#test/full-account.ts";
import { newPreview } from "#test/new-preview.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteAccount } from "./delete-account.server.ts";

// Without retries: `write` would hide a deadlock.
vi.spyOn(errors, "isRetryable").mockReturnValue(false);

withDatabase();

const { isOnPostgres, lockRow, unlockRow, countWaiting } = withRowLock();

type Made = Awaited<ReturnType<typeof addFullAccount>>;
let made: Made;
beforeEach(async () => {
  made = await addFullAccount();
});

const preview = ({ viewer, preview: { taskId } }: Made) => ({
  ...newPreview,
  viewer,
  scriptTaskId: taskId,
});

const task = ({ preview: { taskId } }: Made) => ["audio_tasks", taskId] as const;
const own = ({ trackId }: Made) => ["tracks", trackId] as const;
const liked = (m: Made) => ["tracks", m.liked] as const;
const ownList = ({ playlist }: Made) => ["playlists", playlist] as const;
const friendsList = ({ friendsPlaylist }: Made) => ["playlists", friendsPlaylist] as const;
const morning = { name: "朝", categories: [], description: null, isPublic: true };

/** An action and the row whose lock it waits for while a deletion starts. */
test
  .runIf(isOnPostgres)
  .each<[string, (m: Made) => readonly [string, string | number], (m: Made) => Promise<unknown>]>([
    ["the member likes", liked, ({ viewer, liked: trackId }) => likeTrack({ viewer, trackId })],
    ["the member takes a like back", liked, ({ viewer, liked: trackId }) => unlikeTrack({ viewer, trackId })],
    [
      "a friend likes the member's track",
      own,
      ({ friend, trackId }) => likeTrack({ viewer: friend, trackId }),
    ],
    ["a friend takes a like back", own, ({ friend, trackId }) => unlikeTrack({ viewer: friend, trackId })],
    ["the member deletes a track", own, (m) => deleteTrack({ viewer: m.viewer, trackId: m.trackId })],
    [
      "the member hides a track",
      own,
      ({ viewer, trackId }) => setTrackVisibility({ viewer, trackId, isVisible: false }),
    ],
    [
      "the friend deletes a track",
      liked,
      ({ friend, liked: trackId }) => deleteTrack({ viewer: friend, trackId }),
    ],
    [
      "the member publishes",
      task,
      ({ viewer, preview: { previewFilename } }) =>
        publishTrack({ viewer, previewFilename, title: "夜", labels: ["新しい"] }),
    ],
    [
      "the member throws a preview away",
      task,
      ({ viewer, preview: { previewFilename } }) => discardPreview({ viewer, previewFilename }),
    ],
    [
      "what was listened to is written",
      liked,
      ({ viewer, friend, trackId, liked: other }) => {
        const batch = new ListeningBatch();
        for (const { id: userId } of [viewer, friend])
          for (const id of [trackId, other]) batch.addListening({ userId, trackId: id, positionMs: 1 });
        for (const id of [trackId, other]) batch.addCount({ listener: "x", kind: "play", id });
        return batch.flush().then((written) => expect(written).toBe(true));
      },
    ],
    [
      "the member adds a friend's track to a playlist",
      liked,
      ({ viewer, playlist: playlistId, liked: trackId }) => addToPlaylist({ viewer, playlistId, trackId }),
    ],
    [
      "the member takes a friend's track out of a playlist",
      liked,
      ({ viewer, playlist: playlistId, liked: trackId }) =>
        removeFromPlaylist({ viewer, playlistId, trackId }),
    ],
    [
      "a friend takes the member's track out of a playlist",
      own,
      ({ friend, friendsPlaylist: playlistId, trackId }) =>
        removeFromPlaylist({ viewer: friend, playlistId, trackId }),
    ],
    [
      "a friend adds the member's track to a playlist",
      own,
      ({ friend, friendsPlaylist: playlistId, trackId }) =>
        addToPlaylist({ viewer: friend, playlistId, trackId }),
    ],
    [
      "a friend makes a playlist with the member's track",
      own,
      ({ friend, trackId }) => createPlaylistWithTrack({ viewer: friend, trackId, playlist: morning }),
    ],
    [
      "the member makes a playlist with a friend's track",
      liked,
      ({ viewer, liked: trackId }) => createPlaylistWithTrack({ viewer, trackId, playlist: morning }),
    ],
    [
      "the member deletes a playlist with a friend's track",
      liked,
      ({ viewer, playlist: playlistId }) => deletePlaylist({ viewer, playlistId }),
    ],
    [
      "the member deletes a playlist that a friend follows",
      ownList,
      ({ viewer, playlist: playlistId }) => deletePlaylist({ viewer, playlistId }),
    ],
    [
      "a friend deletes a playlist with the member's track",
      own,
      ({ friend, friendsPlaylist: playlistId }) => deletePlaylist({ viewer: friend, playlistId }),
    ],
    [
      "a friend deletes a playlist that the member follows",
      friendsList,
      ({ friend, friendsPlaylist: playlistId }) => deletePlaylist({ viewer: friend, playlistId }),
    ],
    [
      "the member changes a playlist",
      ownList,
      ({ viewer, playlist: playlistId }) => updatePlaylist({ viewer, playlistId, playlist: morning }),
    ],
    [
      "a friend changes a playlist that the member follows",
      friendsList,
      ({ friend, friendsPlaylist: playlistId }) =>
        updatePlaylist({ viewer: friend, playlistId, playlist: morning }),
    ],
    [
      "the member moves tracks",
      ownList,
      ({ viewer, playlist: playlistId }) =>
        reorderItems({ viewer, playlistId, items: [{ id: 1, order: 2 }] }),
    ],
    [
      "a friend moves tracks, the member's among them",
      friendsList,
      async ({ friend, friendsPlaylist: playlistId }) => {
        const [first] = await db
          .select({ id: playlistItems.id })
          .from(playlistItems)
          .where(eq(playlistItems.playlistId, playlistId));
        return reorderItems({ viewer: friend, playlistId, items: [{ id: first?.id ?? 0, order: 3 }] });
      },
    ],
    [
      "the member follows a friend's playlist",
      friendsList,
      ({ viewer, friendsPlaylist: playlistId }) => followPlaylist({ viewer, playlistId }),
    ],
    [
      "a friend follows the member's playlist",
      ownList,
      ({ friend, playlist: playlistId }) => followPlaylist({ viewer: friend, playlistId }),
    ],
    [
      "the member lets go of a friend's playlist",
      friendsList,
      ({ viewer, friendsPlaylist: playlistId }) => unfollowPlaylist({ viewer, playlistId }),
    ],
    [
      "a friend lets go of the member's playlist",
      ownList,
      ({ friend, playlist: playlistId }) => unfollowPlaylist({ viewer: friend, playlistId }),
    ],
    ["the member starts over", task, ({ viewer }) => startOver({ viewer, flow: "v2" })],
    ["the member starts a preview", task, (m) => startPreview(preview(m))],
  ])("no deadlock with a deletion: %s", async (_, row, act) => {
  const [table, id] = row(made);
  await lockRow(table, id);
  const acting = act(made).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError));
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  const deleting = deleteAccount({ viewer: made.viewer });
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
  await unlockRow();
  await Promise.all([acting, deleting]);
  expect(await db.$count(tracks, eq(tracks.userId, made.viewer.id))).toBe(0);
  expect(await db.$count(audioTasks, eq(audioTasks.userId, made.viewer.id))).toBe(0);
});

test.runIf(isOnPostgres)("two deletions that touch the same tracks do not deadlock", async () => {
  // Each deletion needs rows of the other account.
  const [first, last] = [made.viewer, made.friend];
  await lockRow("tracks", made.liked);
  const one = deleteAccount({ viewer: first });
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  const other = deleteAccount({ viewer: last });
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
  await unlockRow();
  await Promise.all([one, other]);
});

test.runIf(isOnPostgres)("deletions of tracks that carry the same labels do not deadlock", async () => {
  const [one, other, third] = [await addMember(), await addMember(), await addMember()];
  const [first, last] = await write((tx) =>
    tx
      .insert(labels)
      .values(["a", "b"].map((letter) => ({ name: `${letter} ${one.id}`, folded: letter })))
      .returning({ id: labels.id }),
  );
  // Their tracks are deleted in another order than that of the labels.
  for (const [userId, order] of [
    [one.id, [first, last]],
    [other.id, [last, first]],
  ] as const) {
    for (const label of order) {
      const trackId = await addTrack({ userId });
      await write((tx) => tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 }));
    }
  }
  const trackId = await addTrack({ userId: third.id });
  for (const label of [last, first])
    await write((tx) => tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 }));
  await lockRow("labels", first?.id);
  const deletions = [deleteAccount({ viewer: one })];
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  deletions.push(deleteAccount({ viewer: other }));
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
  deletions.push(deleteTrack({ viewer: third, trackId }));
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(3);
  await unlockRow();
  await Promise.all(deletions);
  expect(
    await db
      .select({ count: labels.usageCount })
      .from(labels)
      .where(eq(labels.id, last?.id ?? 0)),
  ).toEqual([{ count: 0 }]);
});
