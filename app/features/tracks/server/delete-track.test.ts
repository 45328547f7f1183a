import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { confirmTrackOfTask } from "#app/features/creation/publish/confirm-publication.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { orphanedAudio } from "#app/features/creation/server/orphaned-audio.server.ts";
import { Forbidden, Invalid, NotFound } from "#app/features/domain-error.ts";
import { renumberItems } from "#app/features/playlists/reorder/reorder-items.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { likes, playlistItems, playlists, renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { deleteTrack } from "./delete-track.server.ts";
import { listTracks } from "./list-tracks.server.ts";
import { setTrackVisibility } from "./set-track-visibility.server.ts";

withDatabase();

async function addPlaylist(userId: string, trackIds: number[]): Promise<number> {
  const now = new Date();
  return write(async (tx) => {
    const [made] = await tx
      .insert(playlists)
      .values({ userId, name: "夜", category: "その他", createdAt: now, updatedAt: now })
      .returning();
    const playlistId = made?.id ?? 0;
    await tx
      .insert(playlistItems)
      .values(trackIds.map((trackId, n) => ({ playlistId, trackId, position: n + 1 })));
    return playlistId;
  });
}

const order = async (playlistId: number) =>
  (
    await db
      .select({ trackId: playlistItems.trackId, position: playlistItems.position })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId))
      .orderBy(asc(playlistItems.position))
  ).map(({ trackId, position }) => [position, trackId]);

test("a deleted track leaves neither gaps in playlists nor likes", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const ids = [];
  for (let n = 0; n < 4; n++) ids.push(await addTrack({ userId: viewer.id }));
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const lists = [
    await addPlaylist(viewer.id, [a, b, c, d]),
    await addPlaylist(other.id, [b, a]),
    await addPlaylist(other.id, [d, c]),
  ];
  await write((tx) => tx.insert(likes).values({ userId: other.id, trackId: b, createdAt: new Date() }));
  await deleteTrack({ viewer, trackId: b });
  expect(await Promise.all(lists.map(order))).toEqual([
    [
      [1, a],
      [2, c],
      [3, d],
    ],
    [[1, a]],
    [
      [1, d],
      [2, c],
    ],
  ]);
  expect(await db.$count(likes, eq(likes.trackId, b))).toBe(0);
  await expect(deleteTrack({ viewer, trackId: b })).rejects.toThrow(NotFound);
});

test("renumbering changes only the given playlists", async () => {
  const viewer = await addMember();
  const [a, b] = [await addTrack({ userId: viewer.id }), await addTrack({ userId: viewer.id })];
  const lists = [await addPlaylist(viewer.id, [a, b]), await addPlaylist(viewer.id, [a, b])];
  await write((tx) => tx.update(playlistItems).set({ position: 7 }).where(eq(playlistItems.trackId, b)));
  await write((tx) => renumberItems(tx, lists.slice(0, 1)));
  await write((tx) => renumberItems(tx, []));
  expect(await Promise.all(lists.map(order))).toEqual([
    [
      [1, a],
      [2, b],
    ],
    [
      [1, a],
      [7, b],
    ],
  ]);
});

/** A published track of a finished preview, with its file. */
async function publishOne(viewer: { id: string; name: string }) {
  const id = randomUUID();
  const key = audioKey(id, 64);
  await audioStorage().put(key, Buffer.from("sound"));
  const previewFilename = `v2_preview_${id}.mp3`;
  await addAudioTask({
    id,
    userId: viewer.id,
    script: "A: 夜です。",
    previewFilename,
    preview: {
      durationMs: 1000,
      files: [{ kbps: 64, storageKey: key, bytes: 5, sha256: "a".repeat(64) }],
      cues: [{ speaker: "A", text: "夜です。", startMs: 0, endMs: 900 }],
    },
  });
  const publish = () => publishTrack({ viewer, previewFilename, title: "消える夜", labels: ["歴史"] });
  return { id, key, publish, trackId: (await publish()).trackId };
}

test("a deleted track's file is removed, and publishing again does not restore it", async () => {
  const viewer = await addMember();
  const { id, key, publish, trackId } = await publishOne(viewer);
  await deleteTrack({ viewer, trackId });
  expect(await audioStorage().stat(key)).toBeNull();
  expect(await db.$count(renditions, eq(renditions.trackId, trackId))).toBe(0);
  expect(await db.$count(transcriptCues, eq(transcriptCues.trackId, trackId))).toBe(0);
  await expect(publish()).rejects.toThrow(Invalid);
  await confirmTrackOfTask({ viewer, sessionId: `v2_${id}`, trackId });
  expect(await db.$count(tracks, eq(tracks.userId, viewer.id))).toBe(0);
});

test("a file of a deleted track is an orphan, one of an existing track is not", async () => {
  const viewer = await addMember();
  const [deleted, existing] = [await publishOne(viewer), await publishOne(viewer)];
  await deleteTrack({ viewer, trackId: deleted.trackId });
  expect(await orphanedAudio.findOrphans([deleted.key, existing.key])).toEqual([deleted.key]);
});

test("a hidden track is not found, and is found again when it is public", async () => {
  const viewer = await addMember();
  const trackId = await addTrack({ userId: viewer.id, title: "かくれる夜想曲" });
  const found = async () => [
    (await listTracks({ viewer: null, limit: 100 })).tracks.some(({ id }) => id === trackId),
    (await searchTracks({ viewer: null, query: "夜想曲", limit: 10 })).tracks.some(
      ({ id }) => id === trackId,
    ),
  ];
  await setTrackVisibility({ viewer, trackId, isVisible: false });
  expect(await found()).toEqual([false, false]);
  expect(await setTrackVisibility({ viewer, trackId, isVisible: true })).toEqual({
    id: trackId,
    isVisible: true,
  });
  expect(await found()).toEqual([true, true]);
});

test("somebody else's track can't be changed: a public one is 403, a hidden one 404", async () => {
  const [owner, stranger] = [await addMember(), await addMember()];
  const [open, hidden] = [
    await addTrack({ userId: owner.id }),
    await addTrack({ userId: owner.id, isVisible: false }),
  ];
  for (const [trackId, error] of [
    [open, Forbidden],
    [hidden, NotFound],
    [999_999, NotFound],
  ] as const) {
    await expect(deleteTrack({ viewer: stranger, trackId })).rejects.toThrow(error);
    await expect(setTrackVisibility({ viewer: stranger, trackId, isVisible: true })).rejects.toThrow(error);
  }
  const rows = await db
    .select({ isVisible: tracks.isVisible })
    .from(tracks)
    .where(eq(tracks.userId, owner.id))
    .orderBy(asc(tracks.id));
  expect(rows.map(({ isVisible }) => isVisible)).toEqual([true, false]);
});
