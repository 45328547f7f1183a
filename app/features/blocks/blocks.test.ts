import { eq, or } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { findSession, startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { findDailyMix } from "#app/features/daily-mix/server/daily-mix.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { loadFirstPage } from "#app/features/home/server/load-home.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { notifyFollowers } from "#app/features/notifications/server/notify-followers.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { listFollowers, listFollowing } from "#app/features/people/server/list-follows.server.ts";
import {
  followPlaylist,
  listFollowedPlaylists,
} from "#app/features/playlists/server/follow-playlist.server.ts";
import {
  listPlaylistsOfCategory,
  listPublicPlaylists,
  searchPlaylists,
} from "#app/features/playlists/server/list-playlists.server.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { searchPeople } from "#app/features/search/server/search-people.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { db, write } from "#db/client.ts";
import { follows, listeningHistory, memberBlocks, notifications, tracks, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { blockMember, unblockMember } from "./block-member.server.ts";
import { isBlocked } from "./is-blocked.server.ts";
import { listBlocked } from "./list-blocked.server.ts";

withDatabase();

const notified = (userId: string) => db.$count(notifications, eq(notifications.userId, userId));

async function expectNoFollows(id: string) {
  const [counts] = await db
    .select({ followers: users.followerCount, following: users.followingCount })
    .from(users)
    .where(eq(users.id, id));
  expect(counts).toEqual({ followers: 0, following: 0 });
  expect(await db.$count(follows, eq(follows.followerId, id))).toBe(0);
}

test("a block ends both follows and what was told; nothing comes again from either side until it ends", async () => {
  const [one, other] = [await addMember(), await addMember()];
  const tracks = { one: await addTrack({ userId: one.id }), other: await addTrack({ userId: other.id }) };
  await followMember({ viewer: one, userId: other.id });
  await followMember({ viewer: other, userId: one.id });
  await likeTrack({ viewer: other, trackId: tracks.one });
  expect([await notified(one.id), await notified(other.id)]).toEqual([2, 1]);

  for (let attempt = 0; attempt < 2; attempt++) await blockMember({ viewer: one, userId: other.id });
  expect(await db.$count(memberBlocks)).toBe(1);
  expect(await isBlocked({ viewer: { id: one.id, blocksAnyone: true }, userId: other.id })).toBe(true);
  expect(await isBlocked({ viewer: { id: other.id, blocksAnyone: true }, userId: one.id })).toBe(false);
  for (const { id } of [one, other]) {
    await expectNoFollows(id);
    expect(await notified(id)).toBe(0);
  }

  await expect(followMember({ viewer: other, userId: one.id })).rejects.toThrow(
    new Conflict("この会員をフォローできません"),
  );
  await expect(followMember({ viewer: one, userId: other.id })).rejects.toThrow(Conflict);
  await likeTrack({ viewer: one, trackId: tracks.other });
  await likeTrack({ viewer: other, trackId: await addTrack({ userId: one.id }) });
  expect([await notified(one.id), await notified(other.id)]).toEqual([0, 0]);

  for (let attempt = 0; attempt < 2; attempt++) await unblockMember({ viewer: one, userId: other.id });
  await likeTrack({ viewer: other, trackId: await addTrack({ userId: one.id }) });
  await followMember({ viewer: other, userId: one.id });
  expect(await notified(one.id)).toBe(2);
});

test("nobody blocks themselves, nobody unknown or waiting", async () => {
  const viewer = await addMember();
  await expect(blockMember({ viewer, userId: viewer.id })).rejects.toThrow(Conflict);
  for (const userId of ["nobody", (await addMember({ state: "pending" })).id])
    await expect(blockMember({ viewer, userId })).rejects.toThrow(NotFound);
});

test("after a block and follows at the same time nobody follows", async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await addMember(), await addMember()];
    await Promise.allSettled([
      followMember({ viewer: other, userId: one.id }),
      blockMember({ viewer: one, userId: other.id }),
      followMember({ viewer: one, userId: other.id }),
    ]);
    expect(await isBlocked({ viewer: { id: one.id, blocksAnyone: true }, userId: other.id })).toBe(true);
    for (const { id } of [one, other]) {
      await expectNoFollows(id);
      expect(await notified(id)).toBe(0);
    }
  }
});

test("a follower whom the author blocks while followers are told hears nothing", async () => {
  const [author, follower, blocked] = [await addMember(), await addMember(), await addMember()];
  for (const viewer of [follower, blocked]) await followMember({ viewer, userId: author.id });
  const trackId = await addTrack({ userId: author.id });
  // As if the list of followers had been read before the block.
  await blockMember({ viewer: author, userId: blocked.id });
  const createdAt = new Date();
  await write((tx) =>
    tx.insert(follows).values({ followerId: blocked.id, followingId: author.id, createdAt }),
  );
  await notifyFollowers({ trackId });
  expect([await notified(follower.id), await notified(blocked.id)]).toEqual([1, 0]);
});

test("no list shows the blocker what the blocked member publishes, nor the member; to others they do", async () => {
  const [viewer, author, listener] = [
    await addMember(),
    await addMember({ name: "柿本 そら" }),
    await addMember(),
  ];
  const aged = { uploadedAt: new Date(Date.now() - 2 * 24 * 60 * 60_000), title: "柿本の話" };
  const trackIds = [
    await addTrack({ userId: author.id, ...aged }),
    await addTrack({ userId: author.id, ...aged }),
    await addTrack({ userId: author.id, ...aged }),
  ];
  const [asked = 0, resumed = 0] = trackIds;
  await write((tx) => tx.update(tracks).set({ likeCount: 900 }).where(eq(tracks.id, asked)).returning());
  const playlistId = await addPlaylist({ userId: author.id, trackIds, name: "柿本の集", category: "柿" });
  for (const one of [author, listener, viewer])
    await followMember({ viewer: one, userId: (one === author ? listener : author).id });
  for (const one of [listener, viewer]) {
    await followPlaylist({ viewer: one, playlistId });
    const heard = { userId: one.id, trackId: resumed, positionMs: 6000, listenedAt: new Date() };
    await write((tx) => tx.insert(listeningHistory).values(heard));
    // Both have the day's mix.
    expect(await mixOf(one)).toContain(author.id);
  }
  async function mixOf(of: Viewer) {
    return (await findDailyMix({ viewer: of })).items.map(({ track }) => track.userId);
  }
  async function homeOf(of: Viewer, requestedId: number | null = null) {
    const { tracks, stage, parts, mix } = await loadFirstPage({ viewer: of, requestedId });
    const rest = [...tracks, ...parts.flatMap((part) => part.tracks), ...(mix ? [mix.track] : [])];
    return { stage: stage?.track.posterPath, rest: rest.map(({ posterPath }) => posterPath) };
  }
  const lists: Record<string, (of: Viewer) => Promise<(string | undefined)[]>> = {
    新着: async (of) => (await listTracks({ viewer: of, limit: 9 })).tracks.map(({ userId }) => userId),
    おすすめ: async (of) => (await recommendTracks({ viewer: of })).map(({ userId }) => userId),
    "search of tracks": async (of) =>
      (await searchTracks({ viewer: of, query: "柿本", limit: 9 })).tracks.map(({ userId }) => userId),
    "search of people": async (of) =>
      (await searchPeople({ viewer: of, query: "柿本", limit: 9 })).map(({ id }) => id),
    "search of playlists": async (of) =>
      (await searchPlaylists({ viewer: of, query: "柿本", limit: 9 })).map(({ owner }) => owner.id),
    "playlists of a category": async (of) =>
      (await listPlaylistsOfCategory({ viewer: of, category: "柿", limit: 9 })).map(({ owner }) => owner.id),
    "public playlists": async (of) =>
      (await listPublicPlaylists({ viewer: of, limit: 9 })).playlists.map(({ owner }) => owner.id),
    "followed playlists": async (of) =>
      (await listFollowedPlaylists({ viewer: of, limit: 9 })).playlists.map(({ owner }) => owner.id),
    followers: async (of) =>
      (await listFollowers({ viewer: of, userId: listener.id, limit: 9 })).records.map(
        ({ person }) => person.id,
      ),
    following: async (of) =>
      (await listFollowing({ viewer: of, userId: listener.id, limit: 9 })).records.map(
        ({ person }) => person.id,
      ),
    今日の無限: mixOf,
    "home's stage": async (of) => [(await homeOf(of)).stage?.slice(1)],
    "home's lists": async (of) => (await homeOf(of)).rest.map((path) => path.slice(1)),
  };
  await blockMember({ viewer, userId: author.id });
  const token = await startSession({ userId: viewer.id, deviceInfo: "" });
  const blocker = await findSession(token);
  if (!blocker) throw new Error("no session");
  for (const [name, list] of Object.entries(lists)) {
    expect(await list(blocker), name).not.toContain(author.id);
    expect(await list(listener), name).toContain(author.id);
  }
  // A link opens.
  expect((await homeOf(blocker, asked)).stage).toBe(`/${author.id}`);
  expect(await listBlocked({ viewer: blocker, limit: 9 })).toMatchObject({
    records: [{ person: { id: author.id } }],
    next: null,
  });
  await unblockMember({ viewer, userId: author.id });
  expect(await findSession(token)).toMatchObject({ blocksAnyone: false });
});

test("blocks go with either account", async () => {
  const [one, other, third] = [await addMember(), await addMember(), await addMember()];
  await blockMember({ viewer: one, userId: other.id });
  await blockMember({ viewer: other, userId: third.id });
  const { blockerId, blockedId } = memberBlocks;
  const ofOther = or(eq(blockerId, other.id), eq(blockedId, other.id));
  expect(await db.$count(memberBlocks, ofOther)).toBe(2);
  await deleteAccount({ viewer: other });
  expect(await db.$count(memberBlocks, ofOther)).toBe(0);
});
