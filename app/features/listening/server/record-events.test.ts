import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { playlists, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack } from "#test/tracks.ts";
import { type CountKind, recountAfterMs } from "../listening.ts";
import { listeningBatch } from "./listening-batch.server.ts";
import {
  isBot,
  NetworkLimit,
  recordImpression,
  recordPlay,
  recordPlaylistView,
} from "./record-events.server.ts";

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
])("%s is a bot: %s", (userAgent, expected) => {
  expect(isBot(userAgent)).toBe(expected);
});

test("a limited number of visitors of one network counts in a window, for a track and in total", () => {
  const limit = new NetworkLimit({ perTrack: 2, total: 3, everyS: 60 });
  const admits = (network: string, listener: string, trackId: number, at = 0) =>
    limit.admits({ network, listener, kind: "play", id: trackId }, at);
  expect(["a", "b", "c", "a"].map((listener) => admits("n", listener, 1))).toEqual([true, true, false, true]);
  expect([admits("n", "a", 2), admits("n", "a", 3), admits("m", "c", 1)]).toEqual([true, false, true]);
  expect([admits("n", "c", 1, 59_999), admits("n", "c", 1, 60_000)]).toEqual([false, true]);
});

test("a visitor without an id is recognized by network and browser, a member by the account", async () => {
  const trackId = await addTrack({ userId: (await addMember()).id });
  const viewer = await addMember();
  const play = (o: { viewer?: Viewer; visit?: string; network?: string; userAgent?: string }) =>
    recordPlay({
      trackId,
      viewer: null,
      visit: null,
      network: "192.0.2.1",
      userAgent: browser,
      ...o,
    });
  for (let time = 0; time < 2; time++) {
    await play({});
    await play({ userAgent: `${browser} x` });
    await play({ network: "192.0.2.2" });
    await play({ visit: "a-visit-1", network: `192.0.2.${time}` });
    await play({ viewer, visit: `a-visit-${time}`, network: `198.51.100.${time}` });
  }
  await listeningBatch.drain();
  expect(await db.$count(tracks, eq(tracks.playCount, 5))).toBe(1);
});

/** A seeded random generator: failures can be reproduced. */
function randomness(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, oneOf: <T>(list: readonly T[]): T | undefined => list[below(list.length)] };
}

/** What counts is decided before the database is asked, so Postgres need not see all of it. */
const steps = dialect === "sqlite" ? 1500 : 400;

test.each([1, 2, 3])(
  "random events in random order: the counts equal those of a simple model (%i)",
  async (seed) => {
    const { below, oneOf } = randomness(seed);
    const authors = [await addMember(), await addMember()];
    const viewers: (Viewer | null)[] = [
      ...authors,
      await addMember({ state: "denied" }),
      await addMember(),
      null,
      null,
      null,
    ];
    const all = new Map<number, { author: Viewer; visible: boolean; play: number; impression: number }>();
    const marks = new Map<string, number>();
    const networks = new Map<string, Set<string>>();
    for (let n = 0; n < 6; n++) {
      const author = authors[n % 2];
      if (author)
        all.set(await addTrack({ userId: author.id }), { author, visible: true, play: 0, impression: 0 });
    }
    let windowEnds = Number.POSITIVE_INFINITY;

    async function listen() {
      const trackId = oneOf([...all.keys()]) ?? 0;
      const track = all.get(trackId);
      const kind: CountKind = oneOf(["play", "impression"]) ?? "play";
      const viewer = oneOf(viewers) ?? null;
      const visit = `seed-${seed}-visit-${below(100)}`;
      const isShared = below(2) === 0;
      const network = isShared ? `shared-${seed}` : `network-${seed}-${below(1000)}`;
      const isBotEvent = below(10) === 0;
      const recording = (kind === "play" ? recordPlay : recordImpression)({
        trackId,
        viewer,
        visit,
        network,
        userAgent: isBotEvent ? "curl/8" : browser,
      });
      if (!track || !(track.visible || viewer === track.author))
        return expect(recording).rejects.toThrow(NotFound);
      await recording;
      if (isBotEvent || viewer === track.author) return;
      const who = viewer?.id ?? visit;
      if (!viewer && isShared) {
        const visitors = networks.get(`${kind} ${trackId}`) ?? new Set();
        if (!visitors.has(who) && visitors.size >= 30) return;
        networks.set(`${kind} ${trackId}`, visitors.add(who));
      }
      const mark = `${kind} ${trackId} ${who}`;
      if (Date.now() - (marks.get(mark) ?? 0) < recountAfterMs[kind]) return;
      marks.set(mark, Date.now());
      track[kind] += 1;
    }

    for (let step = 0; step < steps; step++) {
      const dice = below(200);
      const trackId = oneOf([...all.keys()]) ?? 0;
      const track = all.get(trackId);
      if (dice === 0) await listeningBatch.flush();
      else if (dice === 1) {
        await listeningBatch.drain();
        vi.setSystemTime(Date.now() + below(20) * 60_000);
        if (Date.now() >= windowEnds) {
          networks.clear();
          windowEnds = Number.POSITIVE_INFINITY;
        }
      } else if (dice === 2 && track) {
        track.visible = !track.visible;
        await setTrackVisibility({ viewer: track.author, trackId, isVisible: track.visible });
      } else if (step % 500 === 499 && track) {
        all.delete(trackId);
        await deleteTrack({ viewer: track.author, trackId });
      } else await listen();
      // The first visitor of a network opens its window.
      if (windowEnds === Number.POSITIVE_INFINITY && networks.size > 0) windowEnds = Date.now() + 30 * 60_000;
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

test("a view of a playlist's page counts once a day for each listener; not for its owner, bots, or private playlists", async () => {
  const [owner, member] = [await addMember(), await addMember()];
  const id = await addPlaylist({ userId: owner.id, trackIds: [] });
  // A track with the same id is not affected.
  const trackId = await addTrack({ userId: owner.id });
  const playlist = { id, userId: owner.id, isPublic: true };
  const open = (o: Partial<Parameters<typeof recordPlaylistView>[0]> = {}) =>
    recordPlaylistView({
      viewer: null,
      visit: null,
      network: "192.0.2.77",
      userAgent: browser,
      playlist,
      ...o,
    });
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
  // A playlist that was deleted meanwhile is skipped.
  open({ network: "192.0.2.80", playlist: { ...playlist, id: 2 ** 31 - 1 } });
  expect(await listeningBatch.flush()).toBe(true);
});
