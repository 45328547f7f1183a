import { asc, eq, inArray } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import {
  DomainError,
  Forbidden,
  NotAuthenticated,
  NotFound,
  QuotaReached,
} from "#app/features/domain-error.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { db, write } from "#db/client.ts";
import * as errors from "#db/errors.ts";
import { listeningHistory, playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { randomFrom } from "#test/random.ts";
import { addTrack } from "#test/tracks.ts";
import { deletePlaylist } from "../../edit/server/delete-playlist.server.ts";
import { maxPlaylistItems } from "../../playlist.ts";
import { addToPlaylist, removeFromPlaylist } from "./add-to-playlist.server.ts";
import { findBookmarkedTrackIds, listOwnPlaylistsForTrack, withBookmarks } from "./find-bookmarks.server.ts";

/** Error codes of transactions that `write` retried. */
const retriedCodes: string[] = [];
const { isRetryable } = errors;
vi.spyOn(errors, "isRetryable").mockImplementation((error) => {
  const again = isRetryable(error);
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (again && cause instanceof Error && "code" in cause) retriedCodes.push(String(cause.code));
  return again;
});

withDatabase();

// The lock order (docs/decisions/0006) prevents deadlocks (40P01).
afterEach(() => expect(retriedCodes).not.toContain("40P01"));

/** Each track's `bookmarkCount` is the number of members who have it in a playlist. */
async function expectExactCounts(trackIds: number[]): Promise<void> {
  const counted = await db
    .select({ id: tracks.id, count: tracks.bookmarkCount })
    .from(tracks)
    .where(inArray(tracks.id, trackIds))
    .orderBy(asc(tracks.id));
  const pairs = await db
    .selectDistinct({ trackId: playlistItems.trackId, userId: playlists.userId })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId))
    .where(inArray(playlistItems.trackId, trackIds));
  expect(counted).toEqual(
    counted.map(({ id }) => ({ id, count: pairs.filter(({ trackId }) => trackId === id).length })),
  );
}

const bookmarkCount = async (trackId: number) =>
  (await db.select({ count: tracks.bookmarkCount }).from(tracks).where(eq(tracks.id, trackId)))[0]?.count;

const itemsOf = async (playlistId: number) =>
  (
    await db
      .select({ trackId: playlistItems.trackId, position: playlistItems.position })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, playlistId))
      .orderBy(asc(playlistItems.position))
  ).map(({ trackId, position }) => [trackId, position]);

async function setUp(trackCount = 3) {
  const [viewer, author] = [await addMember(), await addMember()];
  const trackIds: number[] = [];
  for (let count = 0; count < trackCount; count++) trackIds.push(await addTrack({ userId: author.id }));
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [] });
  const [first = 0, second = 0, third = 0] = trackIds;
  return { viewer, author, trackIds, first, second, third, playlistId };
}

test("tracks are appended once, and removing one renumbers the rest", async () => {
  const { viewer, playlistId, first, second, third } = await setUp();
  const add = (trackId: number) => addToPlaylist({ viewer, playlistId, trackId });
  const one = await add(first);
  expect(one).toMatchObject({ order: 1, isNew: true });
  expect(await add(second)).toMatchObject({ order: 2, isNew: true });
  expect(await add(first)).toEqual({ ...one, isNew: false });
  expect(await add(third)).toMatchObject({ order: 3, isNew: true });
  for (let time = 0; time < 2; time++) {
    expect(await removeFromPlaylist({ viewer, playlistId, itemId: one.itemId })).toEqual({
      isBookmarked: false,
      removed: time === 0 ? { trackId: first, order: 1 } : null,
    });
    expect(await itemsOf(playlistId)).toEqual([
      [second, 1],
      [third, 2],
    ]);
  }
  expect(await add(first)).toMatchObject({ order: 3, isNew: true });
  expect(await removeFromPlaylist({ viewer, playlistId, trackId: third })).toMatchObject({
    isBookmarked: false,
  });
  expect(await removeFromPlaylist({ viewer, playlistId, trackId: third })).toMatchObject({
    isBookmarked: false,
  });
  expect(await itemsOf(playlistId)).toEqual([
    [second, 1],
    [first, 2],
  ]);
});

test("a removed track comes back to the position that it had, or to the end of what is left", async () => {
  const { viewer, playlistId, trackIds, first, second, third } = await setUp();
  for (const trackId of trackIds) await addToPlaylist({ viewer, playlistId, trackId });
  const { removed } = await removeFromPlaylist({ viewer, playlistId, trackId: second });
  const undo = () => addToPlaylist({ viewer, playlistId, trackId: second, ...removed });
  const restored = await undo();
  expect(restored).toMatchObject({ order: 2, isNew: true });
  expect(await undo()).toEqual({ ...restored, isNew: false });
  expect(await itemsOf(playlistId)).toEqual([
    [first, 1],
    [second, 2],
    [third, 3],
  ]);
  expect(await bookmarkCount(second)).toBe(1);
  for (const trackId of trackIds) await removeFromPlaylist({ viewer, playlistId, trackId });
  expect(await undo()).toMatchObject({ order: 1, isNew: true });
  expect(await itemsOf(playlistId)).toEqual([[second, 1]]);
});

test("a member counts once, however many of their playlists a track is in", async () => {
  const { viewer, playlistId, first } = await setUp();
  const another = await addPlaylist({ userId: viewer.id, trackIds: [] });
  const friend = await addMember();
  const friends = await addPlaylist({ userId: friend.id, trackIds: [] });
  await addToPlaylist({ viewer, playlistId, trackId: first });
  await addToPlaylist({ viewer, playlistId: another, trackId: first });
  expect(await bookmarkCount(first)).toBe(1);
  await addToPlaylist({ viewer: friend, playlistId: friends, trackId: first });
  expect(await bookmarkCount(first)).toBe(2);
  expect(await removeFromPlaylist({ viewer, playlistId, trackId: first })).toMatchObject({
    isBookmarked: true,
  });
  expect(await bookmarkCount(first)).toBe(2);
  expect(await removeFromPlaylist({ viewer, playlistId: another, trackId: first })).toMatchObject({
    isBookmarked: false,
  });
  expect(await bookmarkCount(first)).toBe(1);
  await deletePlaylist({ viewer: friend, playlistId: friends });
  expect(await bookmarkCount(first)).toBe(0);
});

test("other members' playlists are not changed, and hidden ones and tracks are not revealed", async () => {
  const { viewer, author, playlistId, first, second } = await setUp();
  const theirs = await addPlaylist({ userId: author.id, trackIds: [second] });
  const [item] = await db.select().from(playlistItems).where(eq(playlistItems.playlistId, theirs));
  const itemId = item?.id ?? 0;
  await expect(addToPlaylist({ viewer, playlistId: theirs, trackId: first })).rejects.toThrow(Forbidden);
  await expect(removeFromPlaylist({ viewer, playlistId: theirs, itemId })).rejects.toThrow(Forbidden);
  await write((tx) => tx.update(playlists).set({ isPublic: false }).where(eq(playlists.id, theirs)));
  await expect(addToPlaylist({ viewer, playlistId: theirs, trackId: first })).rejects.toThrow(NotFound);
  await expect(removeFromPlaylist({ viewer, playlistId: theirs, itemId })).rejects.toThrow(NotFound);
  await expect(removeFromPlaylist({ viewer, playlistId: theirs, trackId: second })).rejects.toThrow(NotFound);
  await expect(addToPlaylist({ viewer, playlistId: 999_999, trackId: first })).rejects.toThrow(NotFound);
  await expect(addToPlaylist({ viewer, playlistId, trackId: 999_999 })).rejects.toThrow(NotFound);
  // An item id of another playlist removes nothing.
  expect(await removeFromPlaylist({ viewer, playlistId, itemId })).toMatchObject({ isBookmarked: false });
  expect(await itemsOf(theirs)).toEqual([[second, 1]]);

  await addToPlaylist({ viewer, playlistId, trackId: first });
  for (const trackId of [first, second])
    await setTrackVisibility({ viewer: author, trackId, isVisible: false });
  await expect(addToPlaylist({ viewer, playlistId, trackId: second })).rejects.toThrow(NotFound);
  await expect(listOwnPlaylistsForTrack({ viewer, trackId: second })).rejects.toThrow(NotFound);
  await removeFromPlaylist({ viewer, playlistId, trackId: first });
  expect(await itemsOf(playlistId)).toEqual([]);
  expect(await bookmarkCount(first)).toBe(0);
  await deleteAccount({ viewer });
  await expect(addToPlaylist({ viewer, playlistId, trackId: first })).rejects.toThrow(NotAuthenticated);
  await expect(removeFromPlaylist({ viewer, playlistId, itemId })).rejects.toThrow(NotAuthenticated);
});

test("a full playlist accepts no new tracks, only those in it", async () => {
  const { viewer, author, first } = await setUp(1);
  const made = await write((tx) =>
    tx
      .insert(tracks)
      .values(
        Array.from({ length: maxPlaylistItems - 1 }, (_, index) => ({
          userId: author.id,
          title: "題",
          script: "A: 夜。",
          filename: `full-${viewer.id}-${index}`,
          durationMs: 1,
          searchText: "題",
          uploadedAt: new Date(),
          bookmarkCount: 1,
        })),
      )
      .returning({ id: tracks.id }),
  );
  const trackIds = made.map(({ id }) => id);
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds });
  const extra = await addTrack({ userId: author.id });
  // Two tabs compete for the last position.
  const both = await Promise.allSettled(
    [first, extra].map((trackId) => addToPlaylist({ viewer, playlistId, trackId })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = both.find((one) => one.status === "rejected");
  expect(refused?.reason).toBeInstanceOf(QuotaReached);
  expect(refused?.reason.message).toBe("プレイリストに入れられる音声は1,000件までです");
  const [inside = 0] = trackIds;
  expect(await addToPlaylist({ viewer, playlistId, trackId: inside })).toMatchObject({ isNew: false });
  await removeFromPlaylist({ viewer, playlistId, trackId: inside });
  const last = both[0]?.status === "rejected" ? first : extra;
  expect(await addToPlaylist({ viewer, playlistId, trackId: last })).toMatchObject({
    order: maxPlaylistItems,
  });
  const all = [...trackIds, first, extra];
  await expectExactCounts(all);
  await deletePlaylist({ viewer, playlistId });
  await expectExactCounts(all);
});

test("changing the tracks sets updatedAt, a no-op does not", async () => {
  const { viewer, playlistId, author, first, second } = await setUp();
  const old = new Date("2026-01-01T00:00:00Z");
  const setsUpdatedAt = async (act: () => Promise<unknown>) => {
    await write((tx) => tx.update(playlists).set({ updatedAt: old }).where(eq(playlists.id, playlistId)));
    await act();
    const [row] = await db.select().from(playlists).where(eq(playlists.id, playlistId));
    return row?.updatedAt.getTime() !== old.getTime();
  };
  const options = { viewer, playlistId, trackId: first };
  expect(await setsUpdatedAt(() => addToPlaylist(options))).toBe(true);
  expect(await setsUpdatedAt(() => addToPlaylist(options))).toBe(false);
  expect(await setsUpdatedAt(() => removeFromPlaylist(options))).toBe(true);
  expect(await setsUpdatedAt(() => removeFromPlaylist(options))).toBe(false);
  await addToPlaylist({ ...options, trackId: second });
  expect(await setsUpdatedAt(() => deleteTrack({ viewer: author, trackId: second }))).toBe(true);
});

test("queries return which playlists have a track, and which tracks are in any", async () => {
  const { viewer, playlistId, first, second } = await setUp();
  const newer = await addPlaylist({ userId: viewer.id, trackIds: [], name: "朝のリスト" });
  await addPlaylist({ userId: (await addMember()).id, trackIds: [second] });
  await addToPlaylist({ viewer, playlistId, trackId: first });
  expect(await listOwnPlaylistsForTrack({ viewer, trackId: first })).toEqual({
    track: { id: first, title: "夜のラジオ" },
    limit: 10,
    playlists: [
      { id: newer, name: "朝のリスト", isPublic: true, itemCount: 0, hasTrack: false },
      { id: playlistId, name: "夜のリスト", isPublic: true, itemCount: 1, hasTrack: true },
    ],
  });
  const findAmong = (who: { id: string } | null) =>
    findBookmarkedTrackIds({ viewer: who, trackIds: [first, second] });
  expect(await findAmong(viewer)).toEqual(new Set([first]));
  expect(await findAmong(null)).toEqual(new Set());
  expect(await findBookmarkedTrackIds({ viewer, trackIds: [] })).toEqual(new Set());
});

test("a page's tracks say what the viewer has put into a playlist and heard, and nothing of others or to visitors", async () => {
  const { viewer, playlistId, author, first, second, third } = await setUp();
  await addToPlaylist({ viewer, playlistId, trackId: first });
  const listen = (userId: string, trackId: number, positionMs: number, isHeard = false) =>
    write((tx) =>
      tx.insert(listeningHistory).values({ userId, trackId, positionMs, isHeard, listenedAt: new Date() }),
    );
  // Further than the track is long: it was corrected since.
  await listen(viewer.id, first, 99_000, true);
  await listen(viewer.id, second, 6000);
  await listen(viewer.id, third, 4999);
  await listen(author.id, third, 12_000);
  const found = await findTracksById([first, second, third]);
  const marksFor = async (who: Viewer | null) =>
    (
      await withBookmarks(
        who,
        found.map((track) => toTrackListItem(track, who)),
      )
    )
      .sort((a, b) => a.id - b.id)
      .map(({ isBookmarked, heard, isHeard }) => ({ isBookmarked, heard, isHeard }));
  expect(await marksFor(viewer)).toEqual([
    { isBookmarked: true, isHeard: true },
    { isBookmarked: false, heard: 6 },
    { isBookmarked: false },
  ]);
  expect(await marksFor(null)).toEqual([{}, {}, {}]);
});

test("two tabs and two playlists at once: one entry, positions without gaps, one bookmark", async () => {
  const { viewer, playlistId, trackIds } = await setUp(6);
  const another = await addPlaylist({ userId: viewer.id, trackIds: [] });
  const added = await Promise.all(
    [0, 1, 2].flatMap(() =>
      trackIds.flatMap((trackId) =>
        [playlistId, another].map((id) => addToPlaylist({ viewer, playlistId: id, trackId })),
      ),
    ),
  );
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(12);
  for (const id of [playlistId, another])
    expect((await itemsOf(id)).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const trackId of trackIds) expect(await bookmarkCount(trackId)).toBe(1);
  await Promise.all(
    [playlistId, another, playlistId].flatMap((id) =>
      trackIds.slice(0, 4).map((trackId) => removeFromPlaylist({ viewer, playlistId: id, trackId })),
    ),
  );
  for (const id of [playlistId, another])
    expect((await itemsOf(id)).map(([, position]) => position)).toEqual([1, 2]);
  await expectExactCounts(trackIds);
});

test.each([1, 2, 3])("bookmarks stay exact, whatever members do at once (seed %i)", async (seed) => {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  };
  const people: Viewer[] = [];
  for (let count = 0; count < 4; count++) people.push(await addMember());
  const posted: { owner: Viewer; trackId: number }[] = [];
  for (let count = 0; count < 6; count++) {
    const owner = pick(people);
    posted.push({ owner, trackId: await addTrack({ userId: owner.id }) });
  }
  const lists: { owner: Viewer; playlistId: number }[] = [];
  for (const owner of people)
    for (let count = 0; count < 3; count++)
      lists.push({ owner, playlistId: await addPlaylist({ userId: owner.id, trackIds: [] }) });

  const act = (): Promise<unknown> => {
    const { owner: viewer, playlistId } = pick(lists);
    const { owner, trackId } = pick(posted);
    const kind = random();
    if (kind < 0.6) return addToPlaylist({ viewer, playlistId, trackId });
    if (kind < 0.9) return removeFromPlaylist({ viewer, playlistId, trackId });
    if (kind < 0.95) return deletePlaylist({ viewer, playlistId });
    if (kind < 0.99) return deleteTrack({ viewer: owner, trackId });
    return deleteAccount({ viewer });
  };
  for (let round = 0; round < 12; round++) {
    const acts = Array.from({ length: 12 }, () =>
      act().catch((error: unknown) => expect(error).toBeInstanceOf(DomainError)),
    );
    await Promise.all(acts);
    await expectExactCounts(posted.map(({ trackId }) => trackId));
    for (const { playlistId } of lists) {
      const places = (await itemsOf(playlistId)).map(([, position]) => position);
      expect(places).toEqual(places.map((_, index) => index + 1));
    }
  }
  // Not everything was deleted, so counts were compared.
  const left = await db
    .select({ id: playlistItems.id })
    .from(playlistItems)
    .innerJoin(playlists, eq(playlists.id, playlistItems.playlistId));
  expect(left.length).toBeGreaterThan(0);
});
