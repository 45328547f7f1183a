import { asc, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { seedOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { completePreview } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removePendingFiles } from "#app/features/storage/server/remove-files.server.ts";
import { runTask, TaskEnded } from "#app/features/tasks/run-task.server.ts";
import { claimTask, recordProgress } from "#app/features/tasks/task-life.server.ts";
import { db, write } from "#db/client.ts";
import {
  fileRemovals,
  follows,
  likes,
  playlistItems,
  playlists,
  stripeCancellations,
  tracks,
  users,
} from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { tablesOfUsers } from "#test/databases/tables-of-users.ts";
import { addFullAccount } from "#test/full-account.ts";
import { officialAccount } from "../account.ts";
import { findSession } from "../sessions/session.server.ts";
import { deleteAccount } from "./delete-account.server.ts";

withDatabase();

/** Rows of every table that belongs to somebody. */
async function rowsByTable(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of tablesOfUsers()) counts[name] = await db.$count(sql`${table}`);
  return counts;
}

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ["audio/", "pictures/"])
    for await (const key of audioStorage().list(prefix)) keys.push(key);
  return keys;
}

async function followersOf(playlistId: number): Promise<number | undefined> {
  const [found] = await db.select().from(playlists).where(eq(playlists.id, playlistId));
  return found?.followerCount;
}

test("nothing of a deleted account is left, and what others see goes on without it", async () => {
  const start = { rows: await rowsByTable(), files: await files() };
  const made = await addFullAccount();
  const { viewer, friend } = made;
  const full = await rowsByTable();
  for (const [name, rows] of Object.entries(full))
    expect(rows, `test/full-account.ts fills ${name}`).toBeGreaterThan(start.rows[name] ?? 0);
  expect((await files()).length).toBe(start.files.length + 7);
  const running = await findTask({ viewer, taskId: made.running });
  const stopped = expect(
    runTask(
      previews,
      { taskId: made.running, signal: AbortSignal.timeout(15_000) },
      (_task, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ),
  ).rejects.toBeInstanceOf(TaskEnded);

  await deleteAccount({ viewer });

  expect(await rowsByTable()).toEqual({
    ...start.rows,
    // The friend, the friend's three tracks and the playlist that two of them are left in.
    users: (start.rows.users ?? 0) + 1,
    member_search: (start.rows.member_search ?? 0) + 1,
    tracks: (start.rows.tracks ?? 0) + 3,
    playlists: (start.rows.playlists ?? 0) + 1,
    playlist_items: (start.rows.playlist_items ?? 0) + 2,
    // That nothing more is charged, and Stripe hears of it; to the friend, that a move to their sign-in ends.
    emails: (start.rows.emails ?? 0) + 2,
    // Papers of a business stay for years, without a name.
    orders: (start.rows.orders ?? 0) + 1,
    receipts: (start.rows.receipts ?? 0) + 1,
    refunds: (start.rows.refunds ?? 0) + 1,
    disputes: (start.rows.disputes ?? 0) + 1,
    // What the member reported stays, without a name.
    track_reports: (start.rows.track_reports ?? 0) + 3,
    // What the member objected to stays as a number of its year, what the friend objected to as it was.
    objections: (start.rows.objections ?? 0) + 2,
  });
  const cancelled = eq(stripeCancellations.id, `cus_${viewer.id}`);
  expect(await db.select().from(stripeCancellations).where(cancelled)).toMatchObject([
    { reason: "account_closed", refunds: false },
  ]);
  expect(await files()).toEqual(start.files);
  expect(await findSession(made.token)).toBeNull();
  expect(await findOpenInvitation(`free-${viewer.id}`)).toBeNull();
  const [left] = await db.select().from(users).where(eq(users.id, friend.id));
  expect(left).toMatchObject({
    followerCount: 0,
    followingCount: 0,
    invitedById: null,
    invitedWith: `used-${viewer.id}`,
  });
  const [liked] = await db.select().from(tracks).where(eq(tracks.id, made.liked));
  expect(liked).toMatchObject({ likeCount: 4, bookmarkCount: 1 });
  expect(await followersOf(made.friendsPlaylist)).toBe(0);
  const items = await db
    .select({ trackId: playlistItems.trackId, position: playlistItems.position })
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, made.friendsPlaylist))
    .orderBy(asc(playlistItems.position));
  expect(items).toEqual(made.friendsOrder.map((trackId, index) => ({ trackId, position: index + 1 })));

  // The running job was notified and can't restore anything.
  await stopped;
  await recordProgress(previews, running, 50);
  expect(await completePreview(made.running, { durationMs: 1, files: [], cues: [] })).toBe(false);
  expect(await claimTask(previews, made.running)).toBeNull();

  await deleteAccount({ viewer });
  await expect(db.select().from(users).where(eq(users.id, friend.id))).resolves.toHaveLength(1);
});

test("two deletions at once are one", async () => {
  const { viewer, friend } = await addFullAccount();
  await Promise.all([deleteAccount({ viewer }), deleteAccount({ viewer })]);
  const [left] = await db.select().from(users).where(eq(users.id, friend.id));
  expect(left).toMatchObject({ followerCount: 0, followingCount: 0 });
});

test("a thousand likes, followers and followed are taken back", async () => {
  const viewer = await addMember();
  const other = await addMember();
  const many = Array.from({ length: 1200 }, (_, index) => `crowd-${viewer.id}-${index}`);
  const now = new Date();
  const trackIds = await write(async (tx) => {
    const person = { provider: "local", name: "群", email: "", createdAt: now, updatedAt: now } as const;
    await tx
      .insert(users)
      .values(many.map((id) => ({ ...person, id, subject: id, followerCount: 1, followingCount: 1 })));
    const made = await tx
      .insert(tracks)
      .values(
        many.map((id) => ({
          userId: other.id,
          title: "題",
          script: "A: 夜。",
          filename: id,
          durationMs: 1,
          likeCount: 3,
          searchText: "題",
          uploadedAt: now,
        })),
      )
      .returning({ id: tracks.id });
    await tx.insert(likes).values(made.map(({ id }) => ({ userId: viewer.id, trackId: id, createdAt: now })));
    await tx.insert(follows).values(
      many.flatMap((id) => [
        { followerId: viewer.id, followingId: id, createdAt: now },
        { followerId: id, followingId: viewer.id, createdAt: now },
      ]),
    );
    return made.map(({ id }) => id);
  });
  await deleteAccount({ viewer });
  expect(await db.$count(tracks, eq(tracks.userId, other.id))).toBe(trackIds.length);
  expect(await db.$count(tracks, sql`${tracks.userId} = ${other.id} and ${tracks.likeCount} <> 2`)).toBe(0);
  expect(
    await db.$count(
      users,
      sql`${users.id} like ${`crowd-${viewer.id}-%`} and (${users.followerCount} <> 0 or ${users.followingCount} <> 0)`,
    ),
  ).toBe(0);
});

test("the official account can't be deleted", async () => {
  await seedOfficialTracks();
  await expect(deleteAccount({ viewer: officialAccount })).rejects.toThrow(Forbidden);
  const [official] = await db.select().from(users).where(eq(users.id, officialAccount.id));
  expect(official?.subject).toBe(officialAccount.id);
});

test("files that could not be removed are removed later, and only those", async () => {
  const existing = await addFullAccount();
  const deleted = await addFullAccount();
  const filesOf = async (...ids: string[]) =>
    (await files()).filter((key) => ids.some((id) => key.includes(id)));
  const still = await filesOf(existing.viewer.id, existing.preview.taskId);
  expect(still).toHaveLength(4);
  const own = [deleted.viewer.id, deleted.preview.taskId, deleted.running];
  expect(await filesOf(...own)).toHaveLength(5);

  const full = vi.spyOn(audioStorage(), "remove").mockRejectedValue(new Error("the disk refuses"));
  await deleteAccount({ viewer: deleted.viewer });
  full.mockRestore();
  expect(await filesOf(...own)).toHaveLength(5);
  await removePendingFiles();
  expect(await filesOf(...own)).toEqual([]);
  expect(await filesOf(existing.viewer.id, existing.preview.taskId)).toEqual(still);
  expect(await db.$count(fileRemovals)).toBe(0);
});
