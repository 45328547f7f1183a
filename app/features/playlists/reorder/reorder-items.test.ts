import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Forbidden, NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { playlistItems, playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { maxPlaylistItems } from "../playlist.ts";
import { renumberItems, reorderItems } from "./reorder-items.server.ts";

withDatabase();

async function itemsOf(playlistId: number) {
  return db
    .select({ id: playlistItems.id, order: playlistItems.position })
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, playlistId))
    .orderBy(asc(playlistItems.position), asc(playlistItems.id));
}

/** Adds a playlist with `length` tracks; returns its item ids in order. */
async function addPlaylistWithTracks(owner: Viewer, length: number) {
  const trackIds: number[] = [];
  await write(async () => {
    for (let n = 0; n < length; n++) trackIds.push(await addTrack({ userId: owner.id }));
  });
  const playlistId = await addPlaylist({ userId: owner.id, trackIds });
  return { playlistId, ids: (await itemsOf(playlistId)).map(({ id }) => id) };
}

test("an item moves, the others are shifted, and its new position is returned", async () => {
  const viewer = await addMember();
  const { playlistId, ids } = await addPlaylistWithTracks(viewer, 4);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  expect(await reorderItems({ viewer, playlistId, items: [{ id: d, order: 2 }] })).toEqual({
    items: [{ id: d, order: 2 }],
    updatedAt: expect.any(String),
  });
  expect(await itemsOf(playlistId)).toEqual([a, d, b, c].map((id, index) => ({ id, order: index + 1 })));
  expect(await reorderItems({ viewer, playlistId, items: [{ id: a, order: 9 }] })).toEqual({
    items: [{ id: a, order: 4 }],
    updatedAt: expect.any(String),
  });
  expect((await itemsOf(playlistId)).map(({ id }) => id)).toEqual([d, b, c, a]);
});

test("removed items and items of another playlist are ignored", async () => {
  const viewer = await addMember();
  const { playlistId, ids } = await addPlaylistWithTracks(viewer, 3);
  const other = await addPlaylistWithTracks(viewer, 2);
  const [gone = 0, stays = 0, last = 0] = ids;
  await write(async (tx) => {
    await tx.delete(playlistItems).where(eq(playlistItems.id, gone));
  });
  const answer = await reorderItems({
    viewer,
    playlistId,
    items: [gone, other.ids[1] ?? 0, last].map((id, index) => ({ id, order: index + 1 })),
  });
  // The gap is closed.
  expect(await itemsOf(playlistId)).toEqual([
    { id: stays, order: 1 },
    { id: last, order: 2 },
  ]);
  expect(answer).toMatchObject({ items: [{ id: last, order: 2 }] });
  expect((await itemsOf(other.playlistId)).map(({ id }) => id)).toEqual(other.ids);
  expect(await reorderItems({ viewer, playlistId, items: [{ id: gone, order: 1 }] })).toMatchObject({
    items: [],
  });
});

test("updatedAt changes only with the order", async () => {
  const viewer = await addMember();
  const { playlistId, ids } = await addPlaylistWithTracks(viewer, 2);
  const long = new Date("2026-01-01T00:00:00Z");
  const updatedAt = async () =>
    (await db.select().from(playlists).where(eq(playlists.id, playlistId)))[0]?.updatedAt;
  await write((tx) => tx.update(playlists).set({ updatedAt: long }).where(eq(playlists.id, playlistId)));
  const moveTo = (order: number) => reorderItems({ viewer, playlistId, items: [{ id: ids[0] ?? 0, order }] });
  expect((await moveTo(1)).updatedAt).toBe(long.toISOString());
  expect(await updatedAt()).toEqual(long);
  const moved = await moveTo(2);
  expect(await updatedAt()).toEqual(new Date(moved.updatedAt));
  expect(moved.updatedAt > long.toISOString()).toBe(true);
});

test("other members can't reorder it", async () => {
  const [owner, viewer] = [await addMember(), await addMember()];
  const { playlistId, ids } = await addPlaylistWithTracks(owner, 2);
  const items = [{ id: ids[1] ?? 0, order: 1 }];
  await expect(reorderItems({ viewer, playlistId, items })).rejects.toThrow(Forbidden);
  await write((tx) => tx.update(playlists).set({ isPublic: false }).where(eq(playlists.id, playlistId)));
  await expect(reorderItems({ viewer, playlistId, items })).rejects.toThrow(NotFound);
  await expect(reorderItems({ viewer, playlistId: 2 ** 31 - 1, items })).rejects.toThrow(NotFound);
  await expect(reorderItems({ viewer: { id: "gone" }, playlistId, items })).rejects.toThrow(NotAuthenticated);
  expect((await itemsOf(playlistId)).map(({ id }) => id)).toEqual(ids);
});

test("a playlist of maximum length is reversed with one call", async () => {
  const viewer = await addMember();
  const { playlistId, ids } = await addPlaylistWithTracks(viewer, maxPlaylistItems);
  const items = ids.map((id, index) => ({ id, order: ids.length - index }));
  expect((await reorderItems({ viewer, playlistId, items })).items).toHaveLength(maxPlaylistItems);
  expect(await itemsOf(playlistId)).toEqual(ids.toReversed().map((id, index) => ({ id, order: index + 1 })));
});

test("positions are renumbered in order; other playlists keep theirs", async () => {
  const { id: userId } = await addMember();
  const tracks: number[] = [];
  for (let count = 0; count < 6; count++) tracks.push(await addTrack({ userId }));
  // Not in id order, with gaps and a duplicate position.
  const gaps = await addPlaylist({ userId, trackIds: tracks, positions: [9, 2, 5, 5, 40, 3] });
  const second = await addPlaylist({ userId, trackIds: tracks.slice(0, 2), positions: [2, 3] });
  const untouched = await addPlaylist({ userId, trackIds: tracks.slice(0, 2), positions: [2, 7] });
  const positionsOf = async (playlistId: number) =>
    (
      await db
        .select()
        .from(playlistItems)
        .where(eq(playlistItems.playlistId, playlistId))
        .orderBy(asc(playlistItems.position), asc(playlistItems.id))
    ).map(({ trackId, position }) => [tracks.indexOf(trackId), position]);

  await write((tx) => renumberItems(tx, [gaps, second, gaps]));
  expect(await positionsOf(gaps)).toEqual([
    [1, 1],
    [5, 2],
    [2, 3],
    [3, 4],
    [0, 5],
    [4, 6],
  ]);
  expect(await positionsOf(second)).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(await positionsOf(untouched)).toEqual([
    [0, 2],
    [1, 7],
  ]);
  await write((tx) => renumberItems(tx, []));
});
