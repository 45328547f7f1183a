import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { consumeDailyUsage, getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { findCreationState } from "#app/features/creation/server/load-creation-page.server.ts";
import { startOver } from "#app/features/creation/server/start-over.server.ts";
import { scripts } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { findOpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { findLikedTrackIds, hasLiked } from "#app/features/likes/server/find-likes.server.ts";
import { likeTrack } from "#app/features/likes/server/like-track.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { isFollowing } from "#app/features/people/server/list-follows.server.ts";
import { findAudio } from "#app/features/playback/server/find-audio.server.ts";
import {
  findBookmarkedTrackIds,
  listOwnPlaylistsForTrack,
} from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { findPremiumStatus } from "#app/features/premium/server/find-premium-status.server.ts";
import { findOwnProfile } from "#app/features/profile/server/profile.server.ts";
import { waitForTask } from "#app/features/tasks/watch-task.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { withFreshReads } from "#app/http/cookies/recent-write-cookie.ts";
import { closeDatabase, db, openDatabase, primary, write } from "#db/client.ts";
import { invitations, renditions, settings, users } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { createTestDatabase } from "#test/databases/postgres.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { denyAccount } from "../server/deny-account.server.ts";
import { findSession, listSessions, startSession } from "./session.server.ts";

const url = process.env.DATABASE_URL?.startsWith("postgres") ? process.env.DATABASE_URL : undefined;
let drop: (() => Promise<void>) | undefined;

// A replica that is behind by all there is: an empty database with the schema.
beforeAll(async () => {
  if (!url) return;
  const dataDir = environment().DATA_DIR;
  const replica = await createTestDatabase(url, `replica_${randomBytes(6).toString("hex")}`);
  drop = replica.drop;
  await openDatabase({ url: replica.url, dataDir });
  await closeDatabase();
  await openDatabase({ url, replicaUrl: replica.url, dataDir });
});

afterAll(async () => {
  await closeDatabase();
  await drop?.();
});

test.runIf(url)("what decides who may do what does not wait for the replica", async () => {
  const member = await addMember({ isPremium: true });
  const token = await startSession({ userId: member.id, deviceInfo: "" });
  await write((tx) => tx.insert(invitations).values({ code: "fresh", createdAt: new Date() }));
  await write((tx) => consumeDailyUsage(tx, member));
  expect(await db.$count(users)).toBe(0);
  expect(await findSession(token)).toMatchObject({ id: member.id });
  expect(await findOpenInvitation("fresh")).not.toBeNull();
  expect(await findPremiumStatus({ userId: member.id })).toMatchObject({ isPremium: true });
  expect(await getDailyUsage(member)).toMatchObject({ currentCount: 1 });
  await denyAccount({ actor: operatorActor, userId: member.id });
  expect(await findSession(token)).toBeNull();
});

test.runIf(url)("a member's own work is read back at once, not when the replica has it", async () => {
  const viewer = await addMember();
  const flow = "v2";
  const inputText = "眠れない夜のためのラジオ";
  const start = () => startScript({ viewer, flow, inputText });
  const signal = AbortSignal.timeout(60_000);
  const taskId = await start();
  expect(await waitForTask(scripts, { taskId, timeoutMs: 0, signal })).toBe("queued");
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "queued" });
  expect((await findCreationState({ viewer, flow })).running).toMatchObject({ taskId });
  await startOver({ viewer, flow });
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "cancelled", isDiscarded: true });
  expect(await findCreationState({ viewer, flow })).toMatchObject({ step: "input", running: null });
});

test.runIf(url)("a member sees at once what they liked, saved, followed and made", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: other.id });
  await likeTrack({ viewer, trackId });
  const playlistId = await addPlaylist({ userId: viewer.id, trackIds: [trackId] });
  await followMember({ viewer, userId: other.id });
  await startSession({ userId: viewer.id, deviceInfo: "" });
  const trackIds = [trackId];
  expect(await findLikedTrackIds({ viewer, trackIds })).toEqual(new Set(trackIds));
  expect(await hasLiked({ viewer, trackId })).toBe(true);
  expect(await findBookmarkedTrackIds({ viewer, trackIds })).toEqual(new Set(trackIds));
  expect((await listOwnPlaylistsForTrack({ viewer, trackId })).playlists).toHaveLength(1);
  expect(await findPlaylist({ viewer, playlistId })).toMatchObject({ id: playlistId });
  expect(await isFollowing({ viewer, userId: other.id })).toBe(true);
  expect(await findOwnProfile({ viewer })).toMatchObject({ followingCount: 1 });
  expect(await listSessions({ viewer, current: null })).toHaveLength(1);
});

test.runIf(url)("what has just been published is found and heard before the replica has it", async () => {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId });
  const file = { kbps: 64, storageKey: "audio/new/64.mp3", bytes: 1, sha256: "0".repeat(64) };
  await write((tx) => tx.insert(renditions).values({ trackId, ...file, createdAt: new Date() }));
  expect(await findTrack({ viewer: null, trackId })).toMatchObject({ id: trackId, userId });
  const audio = findAudio({ viewer: null, id: String(trackId) });
  await expect(audio).resolves.toMatchObject({ contentType: "audio/mpeg" });
});

test.runIf(url)(
  "a browser is noted as one that has changed something, also when its act fails later",
  async () => {
    const cookies: string[] = [];
    const ask = (method: string, work: () => Promise<unknown>) => {
      const request = new Request("http://127.0.0.1/profile/edit", { method });
      const setCookie = (cookie: string) => void cookies.push(cookie);
      return withFreshReads({ request, url: new URL(request.url), setCookie }, work);
    };
    const change = () => addMember();
    await ask("POST", () => db.$count(users));
    await ask("GET", change);
    expect(cookies).toEqual([]);
    const failing = ask("POST", async () => {
      await change();
      expect(await db.$count(users)).toBeGreaterThan(0);
      throw new Error("too late");
    });
    await expect(failing).rejects.toThrow("too late");
    expect(cookies).toEqual([expect.stringMatching(/^mugen_wrote=1; .*Max-Age=15/)]);
  },
);

test.runIf(url)("the handle of the primary refuses to write", async () => {
  await expect(primary.insert(settings).values({ key: "stray", value: "1" }).returning()).rejects.toThrow();
});
