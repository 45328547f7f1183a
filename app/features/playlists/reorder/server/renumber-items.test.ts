import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "#db/client.ts";
import { playlistItems } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { renumberItems } from "./renumber-items.server.ts";

withDatabase();

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
