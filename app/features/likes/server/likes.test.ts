import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { likes, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { findLikedTrackIds, hasLiked, listLikedTracks } from "./find-likes.server.ts";
import { likeTrack, unlikeTrack } from "./like-track.server.ts";

withDatabase();

/** Rows of likes and the count on the track. */
async function likesOf(trackId: number): Promise<[number, number | undefined]> {
  const [track] = await db.select({ count: tracks.likeCount }).from(tracks).where(eq(tracks.id, trackId));
  return [await db.$count(likes, eq(likes.trackId, trackId)), track?.count];
}

const hide = (trackId: number) =>
  write((tx) => tx.update(tracks).set({ isVisible: false }).where(eq(tracks.id, trackId)).returning());

test("liking and unliking return the state, and change nothing the second time", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id });
  expect(await unlikeTrack({ viewer, trackId })).toEqual({ isLiked: false, likeCount: 0 });
  await likeTrack({ viewer: author, trackId });
  for (let time = 0; time < 2; time++) {
    expect(await likeTrack({ viewer, trackId })).toEqual({ isLiked: true, likeCount: 2 });
    expect(await hasLiked({ viewer, trackId })).toBe(true);
  }
  for (let time = 0; time < 2; time++) {
    expect(await unlikeTrack({ viewer, trackId })).toEqual({ isLiked: false, likeCount: 1 });
    expect(await hasLiked({ viewer, trackId })).toBe(false);
  }
  expect(await likesOf(trackId)).toEqual([1, 1]);
});

test("the count equals the rows, however many like and unlike concurrently", async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => addMember()));
  const trackId = await addTrack({ userId: (await addMember()).id });
  const at = <T>(list: T[], index: number) => list.slice(index % list.length)[0];
  const changes = Array.from({ length: 50 }, (_, n) => {
    const viewer: Viewer | undefined = at(members, n);
    if (!viewer) throw new Error("no member");
    // Each member likes, unlikes or likes again; not all of them end in the same state.
    return n % 3 === 0 ? unlikeTrack({ viewer, trackId }) : likeTrack({ viewer, trackId });
  });
  for (const { likeCount } of await Promise.all(changes)) expect(likeCount).toBeLessThanOrEqual(10);
  const [rows, count] = await likesOf(trackId);
  expect(rows).toBeGreaterThan(0);
  expect(count).toBe(rows);
  await Promise.all(members.flatMap((viewer) => [1, 2].map(() => unlikeTrack({ viewer, trackId }))));
  expect(await likesOf(trackId)).toEqual([0, 0]);
});

test("a hidden track can be liked by its owner only, a missing one by nobody", async () => {
  const [owner, stranger] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: owner.id });
  await likeTrack({ viewer: stranger, trackId });
  await hide(trackId);
  for (const act of [likeTrack, unlikeTrack, hasLiked]) {
    await expect(act({ viewer: stranger, trackId })).rejects.toThrow(NotFound);
    await expect(act({ viewer: owner, trackId: 2 ** 31 - 1 })).rejects.toThrow(NotFound);
  }
  expect(await likeTrack({ viewer: owner, trackId })).toEqual({ isLiked: true, likeCount: 2 });
});

test("the likes of several tracks are found with one call", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const [liked, notLiked] = [await addTrack({ userId: other.id }), await addTrack({ userId: other.id })];
  await likeTrack({ viewer, trackId: liked });
  await likeTrack({ viewer: other, trackId: notLiked });
  const trackIds = [liked, notLiked];
  expect([...(await findLikedTrackIds({ viewer, trackIds }))]).toEqual([liked]);
  expect((await findLikedTrackIds({ viewer: null, trackIds })).size).toBe(0);
});

test("favourites come a page at a time, the latest like first, without those that others hid", async () => {
  const [viewer, author] = [await addMember(), await addMember()];
  const liked: number[] = [];
  for (let n = 0; n < 7; n++) {
    const trackId = await addTrack({ userId: n === 3 ? viewer.id : author.id });
    await likeTrack({ viewer, trackId });
    liked.push(trackId);
  }
  await likeTrack({ viewer: author, trackId: await addTrack({ userId: author.id }) });
  // All at the same time, so that the id decides; the viewer's own hidden one stays.
  await write((tx) => tx.update(likes).set({ createdAt: new Date(0) }));
  for (const n of [2, 3, 5]) await hide(liked[n] ?? 0);
  const seen: number[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLikedTracks({ userId: viewer.id, limit: 2, cursor });
    seen.push(...page.tracks.map(({ id }) => id));
    sizes.push(page.tracks.length);
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual([6, 4, 3, 1, 0].map((n) => liked[n]));
  expect(sizes).toEqual([2, 2, 1]);
});
