import { count, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { AccountNotApproved, Conflict, NotFound } from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import { playlistFollows, playlists } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import {
  followPlaylist,
  isFollowingPlaylist,
  listFollowedPlaylists,
  unfollowPlaylist,
} from "./follow-playlist.server.ts";

withDatabase();

async function setUp() {
  const owner = await addMember();
  const viewer = await addMember();
  const playlistId = await addPlaylist({ userId: owner.id, trackIds: [] });
  return { owner, viewer, playlistId };
}

/** The follower count and the number of follows. */
async function followersOf(playlistId: number): Promise<[number | undefined, number | undefined]> {
  const [playlist] = await db.select().from(playlists).where(eq(playlists.id, playlistId));
  const [rows] = await db
    .select({ count: count() })
    .from(playlistFollows)
    .where(eq(playlistFollows.playlistId, playlistId));
  return [playlist?.followerCount, rows?.count];
}

const makePrivate = (playlistId: number, isPublic = false) =>
  write((tx) =>
    tx
      .update(playlists)
      .set({ isPublic })
      .where(eq(playlists.id, playlistId))
      .returning({ id: playlists.id }),
  );

test("following and unfollowing are idempotent", async () => {
  const { viewer, playlistId } = await setUp();
  const ask = { viewer, playlistId };
  expect(await isFollowingPlaylist(ask)).toBe(false);
  for (let times = 0; times < 2; times++) {
    expect(await followPlaylist(ask)).toEqual({ isFollowing: true, followerCount: 1 });
    expect(await isFollowingPlaylist(ask)).toBe(true);
    expect(await followersOf(playlistId)).toEqual([1, 1]);
  }
  for (let times = 0; times < 2; times++) {
    expect(await unfollowPlaylist(ask)).toEqual({ isFollowing: false, followerCount: 0 });
    expect(await followersOf(playlistId)).toEqual([0, 0]);
  }
  expect(await isFollowingPlaylist(ask)).toBe(false);
});

test("the own playlist can't be followed, public or not", async () => {
  const { owner, playlistId } = await setUp();
  await expect(followPlaylist({ viewer: owner, playlistId })).rejects.toThrow(Conflict);
  expect(await unfollowPlaylist({ viewer: owner, playlistId })).toEqual({
    isFollowing: false,
    followerCount: 0,
  });
  await makePrivate(playlistId);
  await expect(followPlaylist({ viewer: owner, playlistId })).rejects.toThrow(Conflict);
});

test("a missing, private or denied member's playlist is not found", async () => {
  const { owner, viewer, playlistId } = await setUp();
  const unknown = { viewer, playlistId: 2 ** 31 - 1 };
  await expect(followPlaylist(unknown)).rejects.toThrow(NotFound);
  await expect(unfollowPlaylist(unknown)).rejects.toThrow(NotFound);
  await makePrivate(playlistId);
  await expect(followPlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
  await expect(unfollowPlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
  await makePrivate(playlistId, true);
  await denyAccount({ actor: operatorActor, userId: owner.id });
  await expect(followPlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
});

test("a playlist that becomes private keeps its followers, is not listed, and can be unfollowed", async () => {
  const { viewer, playlistId } = await setUp();
  const listed = async () =>
    (await listFollowedPlaylists({ viewer, limit: 10 })).playlists.map(({ id }) => id);
  await followPlaylist({ viewer, playlistId });
  expect(await listed()).toEqual([playlistId]);
  await makePrivate(playlistId);
  expect(await listed()).toEqual([]);
  expect(await followersOf(playlistId)).toEqual([1, 1]);
  await makePrivate(playlistId, true);
  expect(await listed()).toEqual([playlistId]);
  await makePrivate(playlistId);
  await expect(unfollowPlaylist({ viewer, playlistId })).rejects.toThrow(NotFound);
  expect(await followersOf(playlistId)).toEqual([0, 0]);
  await makePrivate(playlistId, true);
  expect(await listed()).toEqual([]);
});

test("followers count while approved", async () => {
  const { viewer, playlistId } = await setUp();
  await followPlaylist({ viewer, playlistId });
  for (let times = 0; times < 2; times++) {
    await denyAccount({ actor: operatorActor, userId: viewer.id });
    expect(await followersOf(playlistId)).toEqual([0, 1]);
  }
  for (let times = 0; times < 2; times++) {
    await approveAccount({ actor: operatorActor, userId: viewer.id });
    expect(await followersOf(playlistId)).toEqual([1, 1]);
  }
  await deleteAccount({ viewer });
  expect(await followersOf(playlistId)).toEqual([0, 0]);
});

test("the count equals the number of rows under concurrency", async () => {
  const { playlistId } = await setUp();
  const members = await Promise.all(Array.from({ length: 8 }, () => addMember()));
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      members.flatMap((viewer, index) => {
        const ask = { viewer, playlistId };
        const steps = [followPlaylist(ask), followPlaylist(ask)];
        if ((index + round) % 2 === 0) steps.push(unfollowPlaylist(ask));
        if (round === 2 && index === 1)
          steps.push(
            denyAccount({ actor: operatorActor, userId: viewer.id }).then(() => unfollowPlaylist(ask)),
          );
        return steps.map((step) =>
          step.catch((error: unknown) => expect(error).toBeInstanceOf(AccountNotApproved)),
        );
      }),
    );
    const [counter, rows] = await followersOf(playlistId);
    expect(counter).toBe(rows);
  }
});
