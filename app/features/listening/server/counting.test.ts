import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { playlists, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { type CountKind, pauseMs } from "../count-rules.ts";
import { CrowdLimit } from "./crowd-limit.server.ts";
import { isRobot } from "./is-robot.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";
import { noteCount } from "./note-count.server.ts";
import { noteView } from "./note-view.server.ts";

withDatabase();

const browser =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [browser, false],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    false,
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari Line/15.0.0", false],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["facebookexternalhit/1.1", true],
  ["curl/8.9.1", true],
  ["", true],
])("%s is a robot: %s", (userAgent, robot) => {
  expect(isRobot(userAgent)).toBe(robot);
});

test("of visitors behind one connection so many count in a window, for a track and in all", () => {
  const limit = new CrowdLimit({ perTrack: 2, inAll: 3, everyS: 60 });
  const admits = (network: string, listener: string, trackId: number, at = 0) =>
    limit.admits({ network, listener, kind: "play", id: trackId }, at);
  expect(["a", "b", "c", "a"].map((listener) => admits("n", listener, 1))).toEqual([true, true, false, true]);
  expect([admits("n", "a", 2), admits("n", "a", 3), admits("m", "c", 1)]).toEqual([true, false, true]);
  expect([admits("n", "c", 1, 59_999), admits("n", "c", 1, 60_000)]).toEqual([false, true]);
});

test("a visitor without a name is known by connection and browser, and a member by the account", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id });
  const viewer = await addMember();
  const note = (o: { viewer?: Viewer; visit?: string; network?: string; userAgent?: string }) =>
    noteCount({
      kind: "play",
      trackId,
      viewer: null,
      visit: null,
      network: "192.0.2.1",
      userAgent: browser,
      ...o,
    });
  for (let time = 0; time < 2; time++) {
    await note({});
    await note({ userAgent: `${browser} x` });
    await note({ network: "192.0.2.2" });
    await note({ visit: "a-visit-1", network: `192.0.2.${time}` });
    await note({ viewer, visit: `a-visit-${time}`, network: `198.51.100.${time}` });
  }
  await listeningBatch.drain();
  expect(await db.$count(tracks, eq(tracks.playCount, 5))).toBe(1);
});

/** A generator with a seed, so that what fails can be run again. */
function randomness(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, oneOf: <T>(list: readonly T[]): T | undefined => list[below(list.length)] };
}

test.each([1, 2, 3])(
  "whatever happens in whatever order, the counts are those of a simple model (%i)",
  async (seed) => {
    const { below, oneOf } = randomness(seed);
    const posters = [await addMember(), await addMember()];
    const viewers: (Viewer | null)[] = [
      ...posters,
      await addMember({ state: "denied" }),
      await addMember(),
      null,
      null,
      null,
    ];
    const all = new Map<number, { poster: Viewer; visible: boolean; play: number; impression: number }>();
    const marks = new Map<string, number>();
    const crowds = new Map<string, Set<string>>();
    for (let n = 0; n < 6; n++) {
      const poster = posters[n % 2];
      if (poster)
        all.set(await addTrack({ userId: poster.id }), { poster, visible: true, play: 0, impression: 0 });
    }
    let windowEnds = Number.POSITIVE_INFINITY;

    async function listen() {
      const trackId = oneOf([...all.keys()]) ?? 0;
      const track = all.get(trackId);
      const kind: CountKind = oneOf(["play", "impression"]) ?? "play";
      const viewer = oneOf(viewers) ?? null;
      const visit = `seed-${seed}-visit-${below(100)}`;
      const crowded = below(2) === 0;
      const network = crowded ? `crowd-${seed}` : `network-${seed}-${below(1000)}`;
      const robot = below(10) === 0;
      const noting = noteCount({
        kind,
        trackId,
        viewer,
        visit,
        network,
        userAgent: robot ? "curl/8" : browser,
      });
      if (!track || !(track.visible || viewer === track.poster))
        return expect(noting).rejects.toThrow(NotFound);
      await noting;
      if (robot || viewer === track.poster) return;
      const who = viewer?.id ?? visit;
      if (!viewer && crowded) {
        const crowd = crowds.get(`${kind} ${trackId}`) ?? new Set();
        if (!crowd.has(who) && crowd.size >= 30) return;
        crowds.set(`${kind} ${trackId}`, crowd.add(who));
      }
      const mark = `${kind} ${trackId} ${who}`;
      if (Date.now() - (marks.get(mark) ?? 0) < pauseMs[kind]) return;
      marks.set(mark, Date.now());
      track[kind] += 1;
    }

    for (let step = 0; step < 1500; step++) {
      const dice = below(200);
      const trackId = oneOf([...all.keys()]) ?? 0;
      const track = all.get(trackId);
      if (dice === 0) await listeningBatch.flush();
      else if (dice === 1) {
        await listeningBatch.drain();
        vi.setSystemTime(Date.now() + below(20) * 60_000);
        if (Date.now() >= windowEnds) {
          crowds.clear();
          windowEnds = Number.POSITIVE_INFINITY;
        }
      } else if (dice === 2 && track) {
        track.visible = !track.visible;
        await setTrackVisibility({ viewer: track.poster, trackId, isVisible: track.visible });
      } else if (step % 500 === 499 && track) {
        all.delete(trackId);
        await deleteTrack({ viewer: track.poster, trackId });
      } else await listen();
      // The first visitor of a connection opens its window.
      if (windowEnds === Number.POSITIVE_INFINITY && crowds.size > 0) windowEnds = Date.now() + 30 * 60_000;
    }
    await listeningBatch.drain();
    for (const [id, { play, impression }] of all) {
      const [row] = await db
        .select({ play: tracks.playCount, impression: tracks.impressionCount })
        .from(tracks)
        .where(eq(tracks.id, id));
      expect(row).toEqual({ play, impression });
    }
  },
);

test("a playlist's page counts once a day for whoever opens it; not for its owner, robots, or a private one", async () => {
  const [owner, member] = [await addMember(), await addMember()];
  const id = await addPlaylist({ userId: owner.id, trackIds: [] });
  // A track with the same number has nothing to do with it.
  const trackId = await addTrack({ userId: owner.id });
  const playlist = { id, userId: owner.id, isPublic: true };
  const open = (o: Partial<Parameters<typeof noteView>[0]> = {}) =>
    noteView({ viewer: null, visit: null, network: "192.0.2.77", userAgent: browser, playlist, ...o });
  const views = async () => {
    await listeningBatch.flush();
    const [row] = await db.select().from(playlists).where(eq(playlists.id, id));
    return row?.impressionCount;
  };
  vi.setSystemTime(Date.UTC(2033, 0, 1));
  open();
  open();
  expect(await views()).toBe(1);
  open();
  open({ userAgent: `${browser} Other` });
  open({ viewer: member });
  open({ viewer: member, network: "192.0.2.78" });
  open({ viewer: owner });
  open({ userAgent: "Googlebot/2.1" });
  open({ network: "192.0.2.79", playlist: { ...playlist, isPublic: false } });
  expect(await views()).toBe(3);
  vi.setSystemTime(Date.UTC(2033, 0, 2) - 1);
  open();
  expect(await views()).toBe(3);
  vi.setSystemTime(Date.UTC(2033, 0, 2));
  open();
  open({ viewer: member });
  expect(await views()).toBe(5);
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect(track).toMatchObject({ impressionCount: 0, playCount: 0 });
  // One that has gone meanwhile is passed over.
  open({ network: "192.0.2.80", playlist: { ...playlist, id: 2 ** 31 - 1 } });
  expect(await listeningBatch.flush()).toBe(true);
});
