import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { findMixFeed } from "#app/features/feeds/find-feed.server.ts";
import { loadFirstPage } from "#app/features/home/server/load-home.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { followPlaylist } from "#app/features/playlists/server/follow-playlist.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { db, write } from "#db/client.ts";
import { dailyMixes, likes, listeningHistory } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import { mixQueuePath } from "../present-mix.ts";
import { findDailyMix, setMixLength } from "./daily-mix.server.ts";
import { findMixOfFeed, renewMixFeed, revokeMixFeed } from "./mix-feed.server.ts";

withDatabase();

const dayMs = 24 * 60 * 60_000;
const morning = new Date("2026-11-27T07:00:00+09:00");
const night = new Date("2026-11-27T23:59:00+09:00");
const nextDay = new Date("2026-11-28T00:00:00+09:00");
const mixOf = async (viewer: Viewer, now = morning) => {
  const { items } = await findDailyMix({ viewer, now });
  return items.map(({ track, reason }) => [track.id, reason] as const);
};
const hear = (viewer: Viewer, trackId: number, positionMs: number, listenedAt = morning) =>
  write((tx) => tx.insert(listeningHistory).values({ userId: viewer.id, trackId, positionMs, listenedAt }));

/** A member of whom everything is known, with a track of each reason. */
async function addListener() {
  const [viewer, followed, curator, stranger] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ];
  const made = {
    resume: await addTrack({ userId: stranger.id }),
    followed: await addTrack({ userId: followed.id, uploadedAt: new Date(morning.getTime() - dayMs) }),
    playlist: await addTrack({ userId: curator.id }),
    saved: await addTrack({ userId: (await addMember()).id }),
    again: await addTrack({ userId: (await addMember()).id }),
  };
  await hear(viewer, made.resume, 6000);
  await hear(viewer, made.again, 12_345, new Date(morning.getTime() - 8 * dayMs));
  await write((tx) =>
    tx.insert(likes).values({ userId: viewer.id, trackId: made.again, createdAt: morning }),
  );
  await followMember({ viewer, userId: followed.id });
  await addPlaylist({ userId: viewer.id, trackIds: [made.saved] });
  const playlistId = await addPlaylist({ userId: (await addMember()).id, trackIds: [made.playlist] });
  await followPlaylist({ viewer, playlistId });
  return { viewer, followed, made };
}

test("it has what is half heard, new from followed members and playlists, saved and unheard, liked long ago, and something else", async () => {
  const { viewer, made } = await addListener();
  const own = await addTrack({ userId: viewer.id });
  const premium = await addTrack({ userId: (await addMember()).id });
  await updateTrack(premium, { isPremiumOnly: true });
  const unknown = await addTrack({ userId: (await addMember()).id });
  const mix = await mixOf(viewer);
  const reasons = new Map(mix);
  for (const reason of ["resume", "followed", "playlist", "saved", "again"] as const)
    expect([reason, reasons.get(made[reason])]).toEqual([reason, reason]);
  expect(reasons.get(unknown)).toBe("discovery");
  expect([reasons.has(own), reasons.has(premium)]).toEqual([false, false]);
  expect(mix[0]).toEqual([made.resume, "resume"]);
  const { items } = await findDailyMix({ viewer, now: morning });
  expect(items[0]).toMatchObject({ fromMs: 6000, remainingMs: 6345 });
});

test("it is the same all day, also for two devices at once, and another the next", async () => {
  const { viewer, followed } = await addListener();
  const [first, second] = await Promise.all([mixOf(viewer), mixOf(viewer)]);
  expect(second).toEqual(first);
  await addTrack({ userId: followed.id, uploadedAt: new Date(night.getTime() - 60_000) });
  expect(await mixOf(viewer, night)).toEqual(first);
  expect((await mixOf(viewer, nextDay)).length).toBe(first.length + 1);
});

test("it tells what is heard of it and where to go on, and what was begun in it is half heard; its tracks stay", async () => {
  const { viewer, made } = await addListener();
  const noon = new Date("2026-11-27T12:00:00+09:00");
  const before = (await mixOf(viewer)).map(([id]) => id);
  const home = async () => (await loadFirstPage({ viewer, requestedId: null, now: noon })).mix;
  expect([(await home())?.track.id, (await home())?.from]).toEqual([made.resume, 6]);
  const put = (trackId: number, positionMs: number, isHeard = false) =>
    write((tx) =>
      tx
        .insert(listeningHistory)
        .values({ userId: viewer.id, trackId, positionMs, isHeard, listenedAt: noon })
        .onConflictDoUpdate({
          target: [listeningHistory.userId, listeningHistory.trackId],
          set: { positionMs, isHeard, listenedAt: noon },
        }),
    );
  const shown = async () => {
    const { items } = await findDailyMix({ viewer, now: noon });
    expect(items.map(({ track }) => track.id)).toEqual(before);
    return items.map(({ isHeard, reason, fromMs }) => (isHeard ? "heard" : `${reason} ${fromMs}`));
  };
  await put(made.resume, 12_345, true);
  await put(before[1] ?? 0, 7000);
  const [first, second, ...others] = await shown();
  expect([first, second]).toEqual(["heard", "resume 7000"]);
  // Liked and heard long ago is not heard today.
  expect(others).toContain("again 0");
  expect(others).not.toContain("heard");
  expect(await home()).toMatchObject({
    track: { id: before[1] },
    from: 7,
    note: expect.stringMatching(/^つづきから、のこり\d+分$/),
    queue: { next: `/api/today?after=${before[1]}&heard=0` },
  });
  for (const id of before) await put(id, 12_345, true);
  expect(new Set(await shown())).toEqual(new Set(["heard"]));
  expect(await home()).toMatchObject({
    track: { id: made.resume },
    from: 0,
    note: "今日の分は聴き終えました",
    queue: { next: `/api/today?after=${made.resume}` },
  });
  // Of a deleted history nothing is known: what was half heard then falls out.
  await write((tx) => tx.delete(listeningHistory).where(eq(listeningHistory.userId, viewer.id)));
  const { items } = await findDailyMix({ viewer, now: noon });
  expect(items.map(({ track }) => track.id)).toEqual(before.slice(1));
  expect(items.some(({ isHeard }) => isHeard)).toBe(false);
});

test("what is taken down, or whose author is denied, falls out of it; the length is remembered", async () => {
  const { viewer, followed, made } = await addListener();
  const before = await mixOf(viewer);
  await takeDownTrack({ actor, trackId: made.resume, reason: null });
  await updateUser(followed.id, { state: "denied" });
  const gone = new Set([made.resume, made.followed]);
  expect((await mixOf(viewer)).map(([id]) => id)).toEqual(
    before.map(([id]) => id).filter((id) => !gone.has(id)),
  );
  expect((await findDailyMix({ viewer, now: morning })).minutes).toBe(18);
  await setMixLength({ viewer, minutes: 60 });
  expect((await findDailyMix({ viewer, now: nextDay })).minutes).toBe(60);
});

test("a new member's home offers it too, and its first visit of a day makes it", async () => {
  const viewer = await addMember();
  const { mix } = await loadFirstPage({ viewer, requestedId: null, now: morning });
  const [first] = await mixOf(viewer);
  const { items } = await findDailyMix({ viewer, now: morning });
  const seconds = items.reduce((sum, { remainingMs }) => sum + remainingMs, 0) / 1000;
  expect(seconds).toBeLessThan(18 * 60);
  expect([mix?.track.id, mix?.note]).toEqual([
    first?.[0],
    `あなたに選んだ${Math.max(1, Math.round(seconds / 60))}分`,
  ]);
  // Too long for what the day's other tracks leave: the card names what is played, not what was wished.
  await addTrack({ userId: (await addMember()).id, durationMs: 17.9 * 60_000, uploadedAt: morning });
  const other = await addMember();
  const ofOther = await findDailyMix({ viewer: other, now: morning });
  const minutes = Math.round(ofOther.items.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 60_000);
  expect((await loadFirstPage({ viewer: other, requestedId: null, now: morning })).mix?.note).toBe(
    `あなたに選んだ${minutes}分`,
  );
  expect((await loadFirstPage({ viewer: null, requestedId: null, now: morning })).mix).toBeNull();
});

test("what a player has left of yesterday is another queue than today's, from home as from its page", async () => {
  const { viewer } = await addListener();
  const pathOn = async (now: Date) =>
    (await loadFirstPage({ viewer, requestedId: null, now })).mix?.queue.path;
  const nextMorning = new Date(morning.getTime() + 24 * 60 * 60_000);
  const [today, tomorrow] = [await pathOn(morning), await pathOn(nextMorning)];
  expect(tomorrow).not.toBe(today);
  const { day } = await findDailyMix({ viewer, now: nextMorning });
  expect(tomorrow).toBe(mixQueuePath(day));
});

test("its feed is found by its address alone, until that is renewed or revoked, or the account is denied", async () => {
  const { viewer, made } = await addListener();
  const token = await renewMixFeed({ viewer });
  const [stored] = await db.select().from(dailyMixes).where(eq(dailyMixes.userId, viewer.id));
  expect(JSON.stringify(stored)).not.toContain(token);
  const mix = await mixOf(viewer);
  const { items } = await findMixOfFeed({ token, now: morning });
  expect(items.map(({ track }) => track.id)).toEqual(mix.map(([id]) => id));
  const feed = await findMixFeed({ token, now: morning });
  expect([feed.isPrivate, feed.title]).toEqual([true, "今日の無限"]);
  expect(JSON.stringify(feed)).not.toContain(viewer.name);
  expect(made.resume).toBeGreaterThan(0);
  const renewed = await renewMixFeed({ viewer });
  await expect(findMixOfFeed({ token })).rejects.toThrow(NotFound);
  await updateUser(viewer.id, { state: "suspended" });
  await expect(findMixOfFeed({ token: renewed })).rejects.toThrow(NotFound);
  await updateUser(viewer.id, { state: "approved" });
  expect((await findMixOfFeed({ token: renewed, now: morning })).items.length).toBe(mix.length);
  await revokeMixFeed({ viewer });
  await expect(findMixOfFeed({ token: renewed })).rejects.toThrow(NotFound);
});
