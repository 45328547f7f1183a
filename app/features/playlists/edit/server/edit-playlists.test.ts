import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Forbidden, Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import * as harm from "#app/features/require-harmless.server.ts";
import { db, write } from "#db/client.ts";
import { playlistFollows, playlistItems, playlists, tracks } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { createPlaylistWithTrack } from "../../bookmark/server/add-to-playlist.server.ts";
import type { NewPlaylist, PlaylistChanges } from "../../playlists.schema.ts";
import { listFollowedPlaylists } from "../../server/follow-playlist.server.ts";
import { countOwnPlaylists, listPublicPlaylists } from "../../server/list-playlists.server.ts";
import { restorePlaylist, takeDownPlaylist } from "../../server/take-down-playlist.server.ts";
import { createPlaylist } from "./create-playlist.server.ts";
import { deletePlaylist } from "./delete-playlist.server.ts";
import { updatePlaylist } from "./update-playlist.server.ts";

withDatabase();

const night: NewPlaylist = { name: "夜", categories: [], description: null, isPublic: true };
const create = (viewer: Viewer, changes: Partial<NewPlaylist> = {}) =>
  createPlaylist({ viewer, playlist: { ...night, ...changes } });

/** Ends the account's premium membership. */
async function endPremium({ id }: Viewer): Promise<void> {
  const ended = new Date(Date.now() - 1000);
  await updateUser(id, { premiumEndDate: ended });
}

const bookmarks = async (id: number) =>
  (await db.select({ count: tracks.bookmarkCount }).from(tracks).where(eq(tracks.id, id)))[0]?.count;

test("a new playlist has the fields sent and the slug of its name", async () => {
  const viewer = await addMember();
  const made = await create(viewer, { name: "夜の 散歩", categories: ["歴史", "科学"], description: "静か" });
  expect(made).toMatchObject({
    userId: viewer.id,
    name: "夜の 散歩",
    category: "歴史,科学",
    description: "静か",
    isPublic: true,
    publicSlug: "夜の-散歩",
    impressionCount: 0,
    followerCount: 0,
    itemCount: 0,
  });
  expect(await create(viewer, { name: "夜の散歩" })).toMatchObject({ category: "その他" });
  expect((await create(viewer, { name: "夜の 散歩" })).publicSlug).toBe("夜の-散歩-2");
  // Slugs of other members are irrelevant.
  expect((await create(await addMember(), { name: "夜の 散歩" })).publicSlug).toBe("夜の-散歩");
});

test.each([
  [false, 10],
  [true, 100],
])("premium %j: of 20 concurrent creations with one left, exactly one succeeds", async (isPremium, limit) => {
  const viewer = await addMember({ isPremium });
  for (let count = 0; count < limit - 1; count++) await addPlaylist({ userId: viewer.id, trackIds: [] });
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(viewer)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(QuotaReached);
  expect(await countOwnPlaylists({ viewer })).toEqual({ count: limit, limit });
});

test("words of a public playlist that may do harm are stored by no path, and told by field", async () => {
  const viewer = await addMember({ isPremium: true });
  const trackId = await addTrack({ userId: viewer.id });
  const harmful = { name: "詐欺師・佐伯隆之の悪行まとめ" };
  const refused = { fields: { name: [expect.stringContaining("名前を伏せる")] } };
  await expect(create(viewer, harmful)).rejects.toMatchObject(refused);
  await expect(
    createPlaylistWithTrack({ viewer, trackId, playlist: { ...night, ...harmful } }),
  ).rejects.toMatchObject(refused);
  await expect(create(viewer, { description: "お前ら全員死ね。" })).rejects.toMatchObject({
    fields: { description: [expect.stringContaining("保存できません")] },
  });
  const { id: playlistId } = await create(viewer);
  const update = (playlist: Partial<PlaylistChanges> & { name: string }) =>
    updatePlaylist({ viewer, playlistId, playlist: { categories: undefined, ...playlist } });
  await expect(update(harmful)).rejects.toMatchObject(refused);
  await expect(update({ name: "夜", categories: ["在日は出ていけ"] })).rejects.toMatchObject({
    fields: { category: [expect.stringContaining("差別")] },
  });
  // Nobody else sees a private one, until it is made public.
  await update({ ...harmful, isPublic: false });
  await expect(update({ ...harmful, isPublic: true })).rejects.toMatchObject(refused);
  // What is seen already stands in the way of no other change.
  await write((tx) =>
    tx
      .update(playlists)
      .set({ ...harmful, isPublic: true })
      .where(eq(playlists.id, playlistId)),
  );
  expect(await update({ ...harmful, description: "静か" })).toMatchObject({ description: "静か" });
});

test("what was public and was taken down gets no harmful words before it is restored", async () => {
  const viewer = await addMember({ isPremium: true });
  const actor = { kind: "admin", name: "admin" } as const;
  const [open, hidden] = [await create(viewer), await create(viewer, { isPublic: false })];
  for (const { id: playlistId } of [open, hidden])
    await takeDownPlaylist({ playlistId, reason: null, actor });
  const rewrite = (playlistId: number, description: string, isPublic?: boolean) =>
    updatePlaylist({
      viewer,
      playlistId,
      playlist: { name: "夜", categories: undefined, description, isPublic },
    });
  const harmful = "お前ら全員死ね。";
  const refused = { fields: { description: [expect.stringContaining("保存できません")] } };
  await expect(rewrite(open.id, harmful)).rejects.toMatchObject(refused);
  await expect(rewrite(open.id, harmful, false)).rejects.toMatchObject(refused);
  expect(await rewrite(open.id, "静か")).toMatchObject({ description: "静か" });
  // To others it is as any private one, whatever they write.
  const stranger = updatePlaylist({
    viewer: await addMember(),
    playlistId: open.id,
    playlist: { name: harmful, categories: undefined },
  });
  await expect(stranger).rejects.toThrow(NotFound);
  // Restored, it is private again.
  expect(await rewrite(hidden.id, harmful)).toMatchObject({ description: harmful });
  for (const { id: playlistId } of [open, hidden]) await restorePlaylist({ playlistId, actor });
  const rows = await db.select().from(playlists).where(eq(playlists.userId, viewer.id)).orderBy(playlists.id);
  expect(rows).toMatchObject([
    { isPublic: true, description: "静か" },
    { isPublic: false, description: harmful },
  ]);
});

test.each([
  ["お前ら全員死ね。", "refused"],
  ["静か", "public"],
])("words that came while it was judged are judged too: %s is %s", async (description, outcome) => {
  const viewer = await addMember({ isPremium: true });
  const { id: playlistId } = await create(viewer, { isPublic: false });
  const update = (changes: Partial<PlaylistChanges>) =>
    updatePlaylist({ viewer, playlistId, playlist: { name: "夜", categories: undefined, ...changes } });
  const { requireHarmless } = harm;
  const judging = vi.spyOn(harm, "requireHarmless").mockImplementationOnce(async (fields) => {
    await requireHarmless(fields);
    await update({ description });
  });
  const published = update({ isPublic: true });
  if (outcome === "refused")
    await expect(published).rejects.toMatchObject({
      fields: { description: [expect.stringContaining("保存できません")] },
    });
  else expect(await published).toMatchObject({ isPublic: true, publicSlug: "夜", description });
  judging.mockRestore();
  const [row] = await db.select().from(playlists).where(eq(playlists.id, playlistId));
  expect(row).toMatchObject({ isPublic: outcome === "public", description });
});

test("ten concurrent creations with one name get ten slugs", async () => {
  const viewer = await addMember();
  const made = await Promise.all(Array.from({ length: 10 }, () => create(viewer)));
  expect(new Set(made.map(({ publicSlug }) => publicSlug)).size).toBe(10);
});

test("after premium ends, playlists beyond the limit and private ones stay, and no more can be made", async () => {
  const viewer = await addMember({ isPremium: true });
  const mine: number[] = [];
  for (let count = 0; count < 12; count++) mine.push((await create(viewer, { isPublic: count > 0 })).id);
  const [hidden = 0, open = 0] = mine;
  await endPremium(viewer);
  await expect(create(viewer)).rejects.toThrow(QuotaReached);
  const change = (playlistId: number, isPublic?: boolean) =>
    updatePlaylist({ viewer, playlistId, playlist: { name: "朝", isPublic, categories: undefined } });
  expect(await change(hidden)).toMatchObject({ name: "朝", isPublic: false, publicSlug: null });
  expect(await change(hidden, false)).toMatchObject({ isPublic: false });
  await expect(change(open, false)).rejects.toThrow(Invalid);
  expect(await change(hidden, true)).toMatchObject({ isPublic: true, publicSlug: "朝" });
  await expect(change(hidden, false)).rejects.toThrow(Invalid);
});

test("a free member can't create a private playlist", async () => {
  const viewer = await addMember();
  await expect(create(viewer, { isPublic: false })).rejects.toThrow(
    expect.objectContaining({ fields: { isPublic: [expect.stringContaining("プレミアム")] } }),
  );
  expect(await db.$count(playlists, eq(playlists.userId, viewer.id))).toBe(0);
});

test("a slug stays until another is requested or the playlist becomes private", async () => {
  const viewer = await addMember({ isPremium: true });
  const { id: playlistId } = await create(viewer, { name: "夜", categories: ["歴史"], description: "静か" });
  const other = await create(viewer, { name: "朝" });
  const slugAfter = async (changes: { name?: string; isPublic?: boolean; publicSlug?: string | null }) => {
    const playlist = { name: "夜", categories: undefined, ...changes };
    return (await updatePlaylist({ viewer, playlistId, playlist })).publicSlug;
  };
  expect(await slugAfter({ name: "昼" })).toBe("夜");
  expect(await slugAfter({ name: "昼", publicSlug: null })).toBe("夜");
  expect(await slugAfter({ name: "昼", publicSlug: "" })).toBe("昼");
  expect(await slugAfter({ name: "昼", publicSlug: "My Night" })).toBe("my-night");
  expect(await slugAfter({ name: "昼", publicSlug: "my-night" })).toBe("my-night");
  expect(await slugAfter({ publicSlug: other.publicSlug })).toBe("朝-2");
  expect(await slugAfter({ publicSlug: "2026" })).toBe("playlist-2026");
  expect(await slugAfter({ isPublic: false, publicSlug: "x" })).toBeNull();
  expect(await slugAfter({ name: "夕" })).toBeNull();
  expect(await slugAfter({ name: "夕", isPublic: true })).toBe("夕");
  const [row] = await db.select().from(playlists).where(eq(playlists.id, playlistId));
  expect(row).toMatchObject({ category: "歴史", description: "静か" });
});

test("another member's playlist can't be changed or deleted; a private one is not found", async () => {
  const [owner, viewer] = [await addMember({ isPremium: true }), await addMember()];
  const open = await create(owner);
  const hidden = await create(owner, { isPublic: false });
  const change = (playlistId: number) =>
    updatePlaylist({ viewer, playlistId, playlist: { name: "奪", categories: [] } });
  await expect(change(open.id)).rejects.toThrow(Forbidden);
  await expect(deletePlaylist({ viewer, playlistId: open.id })).rejects.toThrow(Forbidden);
  for (const playlistId of [hidden.id, 2 ** 31 - 1]) {
    await expect(change(playlistId)).rejects.toThrow(NotFound);
    await expect(deletePlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
  }
  expect(await db.$count(playlists, eq(playlists.userId, owner.id))).toBe(2);
});

test("deleting a playlist removes its items, its follows, and the bookmark of each track in no other", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const [both, once, theirs] = [
    await addTrack({ userId: other.id }),
    await addTrack({ userId: other.id }),
    await addTrack({ userId: other.id }),
  ];
  const doomed = await addPlaylist({ userId: viewer.id, trackIds: [both, once, theirs] });
  await addPlaylist({ userId: viewer.id, trackIds: [both] });
  await addPlaylist({ userId: other.id, trackIds: [theirs] });
  await write(async (tx) => {
    for (const [id, bookmarkCount] of [
      [both, 1],
      [once, 1],
      [theirs, 2],
    ] as const)
      await tx.update(tracks).set({ bookmarkCount }).where(eq(tracks.id, id));
    await tx.insert(playlistFollows).values({ userId: other.id, playlistId: doomed, createdAt: new Date() });
  });
  await Promise.allSettled([
    deletePlaylist({ viewer, playlistId: doomed }),
    deletePlaylist({ viewer, playlistId: doomed }),
  ]);
  expect([await bookmarks(both), await bookmarks(once), await bookmarks(theirs)]).toEqual([1, 0, 1]);
  expect(await db.$count(playlistItems, eq(playlistItems.playlistId, doomed))).toBe(0);
  expect(await db.$count(playlistFollows, eq(playlistFollows.playlistId, doomed))).toBe(0);
});

test("two playlists with one track, deleted concurrently: the track loses one bookmark", async () => {
  const viewer = await addMember();
  for (let round = 0; round < 5; round++) {
    const trackId = await addTrack({ userId: viewer.id });
    const ids = [
      await addPlaylist({ userId: viewer.id, trackIds: [trackId] }),
      await addPlaylist({ userId: viewer.id, trackIds: [trackId] }),
    ];
    await updateTrack(trackId, { bookmarkCount: 1 });
    await Promise.all(ids.map((playlistId) => deletePlaylist({ viewer, playlistId })));
    expect(await bookmarks(trackId)).toBe(0);
  }
});

test("the public and the followed lists: public playlists of approved members, paginated", async () => {
  const [owner, denied, viewer] = [
    await addMember({ isPremium: true, name: "持ち主" }),
    await addMember({ state: "denied" }),
    await addMember(),
  ];
  const followed: number[] = [];
  for (let count = 0; count < 5; count++) followed.push((await create(owner, { name: `${count}` })).id);
  const hidden = await create(owner, { isPublic: false });
  const gone = await addPlaylist({ userId: denied.id, trackIds: [] });
  await write((tx) =>
    tx.insert(playlistFollows).values(
      [...followed, hidden.id, gone].map((playlistId, at) => ({
        userId: viewer.id,
        playlistId,
        // Two with the same time.
        createdAt: new Date(1_700_000_000_000 + Math.floor(at / 2)),
      })),
    ),
  );
  const ids = async (list: typeof listFollowedPlaylists) => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ viewer, limit: 2, cursor });
      for (const { id, owner: whose } of page.playlists) if (whose.id === owner.id) found.push(id);
      for (const { id } of page.playlists) expect([hidden.id, gone]).not.toContain(id);
      cursor = page.next ?? undefined;
    } while (cursor);
    return found;
  };
  expect(await ids(listFollowedPlaylists)).toEqual(followed.toReversed());
  expect(await ids(listPublicPlaylists)).toEqual(followed.toReversed());
});

test("a form that is posted twice makes one playlist, also at once and at the limit", async () => {
  const viewer = await addMember({ isPremium: false });
  for (let made = 0; made < 9; made++) await addPlaylist({ userId: viewer.id, trackIds: [] });
  const post = (changes: Partial<NewPlaylist> = {}, now = new Date()) =>
    createPlaylist({ viewer, playlist: { ...night, ...changes }, repeat: {}, now });
  const [first, ...others] = await Promise.all([post(), post(), post()]);
  expect(others.map(({ id }) => id)).toEqual([first?.id, first?.id]);
  expect(await db.$count(playlists, eq(playlists.userId, viewer.id))).toBe(10);
  // Anything else is another playlist, for which there is no room.
  await expect(post({ name: "朝" })).rejects.toThrow(QuotaReached);
  await expect(post({ description: "静か" })).rejects.toThrow(QuotaReached);
  await expect(post({ categories: ["歴史"] })).rejects.toThrow(QuotaReached);
  // Who means a second one says so: later, after a change of the first, or by a program.
  await expect(post({}, new Date(Date.now() + 11 * 60_000))).rejects.toThrow(QuotaReached);
  await expect(create(viewer)).rejects.toThrow(QuotaReached);
  expect((await createPlaylist({ viewer: await addMember(), playlist: night, repeat: {} })).id).not.toBe(
    first?.id,
  );
});

test("a playlist made with a track is made once for that track", async () => {
  const viewer = await addMember();
  const [one, other] = [await addTrack({ userId: viewer.id }), await addTrack({ userId: viewer.id })];
  const post = (trackId: number) =>
    createPlaylistWithTrack({ viewer, trackId, playlist: night, dropsRepeat: true });
  const [first, second] = await Promise.all([post(one), post(one)]);
  expect(second?.id).toBe(first?.id);
  expect((await post(other)).id).not.toBe(first?.id);
  expect(await db.$count(playlists, eq(playlists.userId, viewer.id))).toBe(2);
});
