import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliverEvent, setStreamedTopics } from "#app/features/events/hooks/event-store.ts";
import { createPlayer } from "#app/features/playback/hooks/player.ts";
import type { Player } from "#app/features/playback/playback.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { page, playing, queueOf, soundOf, track, withPlayerPage } from "#test/audio/player-page.ts";
import { syncPlayback } from "./sync-playback.ts";
import { addUnsent, readUnsent } from "./unsent-playback.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
withPlayerPage();

const device = "visit-of-a-phone";

/** What devices have sent, and what the server answers. */
let sent: Record<string, unknown>[] = [];
let status = 200;
let isOwner: boolean | null = true;
let stored: object | null = null;
let positions: object[] = [];
let stop = () => {};

beforeEach(() => {
  [sent, status, isOwner, stored, positions] = [[], 200, true, null, []];
  setStreamedTopics(["playback"]);
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (status === 0) throw new TypeError("offline");
    if (method === "PUT") {
      sent.push(JSON.parse(String(body)));
      if (isOwner && sent.at(-1)?.takesOver && stored) stored = { ...stored, isOwner };
    }
    if (method !== "PUT" && (method !== "GET" || path !== `/api/user/playback?deviceId=${device}`))
      throw new Error(path);
    return Response.json(method === "PUT" ? { success: true, isOwner } : { playback: stored, positions }, {
      status,
    });
  });
});
afterEach(() => stop());

/** A track as the API returns it, of 90 s. */
const apiTrack = (id: number) => ({ id, title: `音声${id}`, duration: 90, createdBy: "mugen", labels: [] });
/** What another device plays, as of two seconds ago. */
const ofOther = (trackId: number, more: object = {}) => ({
  isOwner: false,
  isPlaying: true,
  track: apiTrack(trackId),
  position: 40,
  age: 2,
  rate: 1,
  queue: { name: "夜", path: "/playlist/3", isPlaylist: true, next: null, tracks: [2, 3, 4].map(apiTrack) },
  ...more,
});

const begin = (player: Player) => {
  stop = syncPlayback(player, device);
};
const settle = () => vi.advanceTimersByTimeAsync(0);
/** The event stream tells of a change. */
const change = async () => {
  deliverEvent("playback", undefined);
  await settle();
};
/** Lets a track play on. */
async function listen(element: { currentTime: number }, seconds: number) {
  for (let step = 0; step < seconds * 5; step++) {
    element.currentTime += 0.2;
    await vi.advanceTimersByTimeAsync(200);
  }
}
const shorten = (position: unknown) => Math.round(Number(position));
const reports = () =>
  sent.map(({ takesOver, isPlaying, trackId, position, heard }) => [
    trackId,
    shorten(position),
    takesOver ? "takes over" : isPlaying ? "plays" : "stopped",
    Array.isArray(heard)
      ? heard.map((one) => [asRecord(one).trackId, shorten(asRecord(one).position)])
      : heard,
  ]);

test("start, play, every 30 seconds, pause and the end of the page are reported, and nothing twice", async () => {
  const { player, element } = await playing(7, queueOf(7, 8));
  begin(player);
  await settle();
  expect(sent).toMatchObject([{ deviceId: device, rate: 1, age: 0, queue: { path: "/", trackIds: [7, 8] } }]);
  await listen(element, 34);
  player.pause();
  await settle();
  window.dispatchEvent(new Event("pagehide"));
  await settle();
  expect(reports()).toEqual([
    [7, 0, "takes over", []],
    [7, 3, "plays", [[7, 3]]],
    [7, 33, "plays", [[7, 33]]],
    [7, 34, "stopped", [[7, 34]]],
  ]);
  player.play(track(7));
  element.tell("playing");
  await listen(element, 1);
  window.dispatchEvent(new Event("pagehide"));
  expect(reports().slice(4)).toEqual([
    [7, 34, "takes over", []],
    [7, 35, "stopped", [[7, 35]]],
  ]);
});

test("the next track after an end is neither a stop nor a start, and the end is in the history", async () => {
  const { player, element } = await playing(7, queueOf(7, 8));
  begin(player);
  await listen(element, 4);
  element.end();
  await vi.advanceTimersByTimeAsync(600);
  const next = await soundOf(8);
  next.element.tell("playing");
  await settle();
  expect(reports().slice(2)).toEqual([[8, 0, "plays", [[7, 90]]]]);
  next.element.end();
  player.setSleepTimer(null);
  window.dispatchEvent(new Event("pagehide"));
  expect(reports().slice(3)).toMatchObject([[8, 90, "stopped", []]]);
});

test("a seek and another speed are reported when they are settled", async () => {
  const { player, element } = await playing(7);
  begin(player);
  await settle();
  player.seek(50);
  player.setRate(1.25);
  player.seek(60);
  await listen(element, 1);
  expect(sent[1]).toMatchObject({ rate: 1.25, takesOver: false });
  expect(reports()[1]?.[1]).toBeGreaterThan(59);
  expect(sent).toHaveLength(2);
});

test("when another device takes over, this one pauses and shows what plays there; a press goes on here", async () => {
  const { player, element } = await playing(7, queueOf(7, 8));
  begin(player);
  await listen(element, 5);
  const before = sent.length;
  stored = ofOther(3, { rate: 1.25 });
  await change();
  expect(element.paused).toBe(true);
  expect(player.getPlayback()).toMatchObject({
    status: "paused",
    rate: 1.25,
    track: { id: 3 },
    queue: { path: "/playlist/3", isPlaylist: true },
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(player.getPlayback().status, "nothing starts by itself").toBe("paused");
  // It may tell the server of the pause, but takes nothing over.
  expect(sent.slice(before).every(({ takesOver }) => takesOver === false)).toBe(true);

  isOwner = true;
  stored = ofOther(3, { rate: 1.25, position: 40, age: 12 });
  await change();
  player.getPlayback().takeOver?.();
  const other = await soundOf(3);
  await vi.waitFor(() => expect(other.element.calls).toEqual(["play 55"]));
  other.element.tell("playing");
  await settle();
  expect(player.getPlayback()).toMatchObject({ status: "playing", takeOver: null });
  expect(reports().at(-1)).toEqual([3, 55, "takes over", []]);
});

test("a device that was not told learns by its next report that another one plays", async () => {
  const { player, element } = await playing(7);
  begin(player);
  await listen(element, 5);
  [stored, isOwner] = [ofOther(3), false];
  await listen(element, 31);
  expect(player.getPlayback()).toMatchObject({ status: "paused", track: { id: 3 } });
  expect(player.getPlayback().takeOver).not.toBeNull();
});

test("its own start on the way, or one that the server could not write, is no reason to stop", async () => {
  const { player } = await playing(7);
  [stored, isOwner] = [ofOther(3), null];
  begin(player);
  await change();
  expect(player.getPlayback()).toMatchObject({ status: "playing", track: { id: 7 }, takeOver: null });
  await change();
  expect(sent.at(-1)).toMatchObject({ takesOver: true });
  [isOwner, stored] = [true, { ...ofOther(7), isOwner: true }];
  await change();
  await change();
  expect(player.getPlayback().status).toBe("playing");
});

test("a device that starts shows what was left elsewhere, paused at its position, without taking it over", async () => {
  const player = createPlayer();
  player.select(track(7), queueOf(7, 8));
  stored = ofOther(3, { isPlaying: false, position: 61.5, rate: 1.5 });
  positions = [{ trackId: 3, position: 61.5, age: 2 }];
  begin(player);
  await change();
  expect(player.getPlayback()).toMatchObject({
    status: "paused",
    track: { id: 3 },
    rate: 1.5,
    takeOver: null,
  });
  expect(player.getPosition()).toBe(61.5);
  window.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test("a press before the server has answered goes on at the member's speed and in the queue they left", async () => {
  stored = ofOther(7, { isPlaying: false, rate: 1.5 });
  const { player } = await playing(7, queueOf(7, 8));
  begin(player);
  await settle();
  const left = { path: "/playlist/3", isPlaylist: true };
  expect(player.getPlayback()).toMatchObject({ status: "playing", track: { id: 7 }, rate: 1.5, queue: left });
  expect(sent[0]).toMatchObject({ takesOver: true, rate: 1.5, queue: left });
});

test("a queue that was chosen in a list, and another track, are not replaced by what was left", async () => {
  stored = ofOther(7, { isPlaying: false });
  const { player } = await playing(7, { ...queueOf(7, 8), path: "/favorites" });
  begin(player);
  await settle();
  expect(player.getPlayback().queue?.path).toBe("/favorites");
  stop();
  stored = ofOther(3, { isPlaying: false });
  const other = await playing(8, queueOf(7, 8));
  begin(other.player);
  await settle();
  expect(other.player.getPlayback().queue?.path).toBe("/");
});

test("a device that fell silent without a word plays no more", async () => {
  const player = createPlayer();
  stored = ofOther(3, { age: 100 });
  begin(player);
  await change();
  expect(player.getPlayback()).toMatchObject({ track: { id: 3 }, takeOver: null });
  expect(player.getPosition()).toBe(40);
});

test("a track that the address names stays; the other device is shown all the same", async () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    {
      name: "https://mugen.example/?track=7",
      entryType: "navigation",
      startTime: 0,
      duration: 0,
      toJSON: () => ({}),
    },
  ]);
  const player = createPlayer();
  player.select(track(7), queueOf(7, 8));
  stored = ofOther(3);
  begin(player);
  await change();
  expect(player.getPlayback()).toMatchObject({ status: "idle", track: { id: 7 } });
  expect(player.getPlayback().takeOver).not.toBeNull();
  vi.restoreAllMocks();
});

test("what was heard without a network is sent later, with its age, also by another page", async () => {
  status = 0;
  const { player, element } = await playing(7);
  begin(player);
  await listen(element, 5);
  player.pause();
  await settle();
  stop();
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  [status, isOwner, stored] = [200, false, ofOther(3, { isPlaying: false })];
  begin(createPlayer());
  await change();
  expect(reports()).toEqual([[7, 5, "takes over", [[7, 5]]]]);
  expect(sent[0]).toMatchObject({ age: 3600, isPlaying: false, startAge: 3605, heard: [{ age: 3600 }] });
  await change();
  expect(sent).toHaveLength(1);
});

test("a start without a network is sent by the name of the tab that plays, also by a silent one, which takes nothing over", async () => {
  status = 0;
  const { player, element } = await playing(7);
  begin(player);
  await listen(element, 70);
  const silent = createPlayer();
  const stopSilent = syncPlayback(silent, "visit-of-a-tab");
  await settle();
  status = 200;
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ deviceId }) => deviceId !== device)).toEqual([]);
  expect(sent[0]).toMatchObject({ takesOver: true, trackId: 7 });
  expect(player.getPlayback().status).toBe("playing");
  stopSilent();
});

test("a tab's stop takes over no start that another has not sent yet", () => {
  const at = Date.now();
  const queue = { name: "新着", path: "/", isPlaylist: false, next: null, trackIds: [7] };
  const playback = { trackId: 7, position: 5, rate: 1 as const, queue, at };
  addUnsent({ ...playback, deviceId: "visit-of-a-tab", startedAt: at, isPlaying: true }, []);
  addUnsent({ ...playback, deviceId: device, startedAt: null, isPlaying: false }, []);
  expect(readUnsent()?.playback).toMatchObject({ deviceId: device, startedAt: null });
});

test("of each track the last position waits to be sent, and the furthest: it may be the end", () => {
  const at = Date.now();
  const playback = { startedAt: null, isPlaying: false, trackId: 7, position: 5, rate: 1 as const, at };
  const queue = { name: "新着", path: "/", isPlaylist: false, next: null, trackIds: [7] };
  const hear = (position: number, trackId = 7) =>
    addUnsent({ ...playback, queue }, [{ trackId, position, at: at + position }]);
  for (const position of [30, 60, 5, 20]) hear(position);
  hear(8, 3);
  expect(readUnsent()?.heard.map(({ trackId, position }) => [trackId, position])).toEqual([
    [7, 60],
    [7, 20],
    [3, 8],
  ]);
});

test("positions of the server are taken over where they are newer than the device's", async () => {
  const ago = (s: number) => Date.now() - s * 1000;
  const own = [
    [1, 10, ago(50)],
    [2, 20, ago(50)],
    [3, 30],
  ];
  page.storage.setItem("playback-positions", JSON.stringify(own));
  positions = [
    { trackId: 1, position: 60, age: 10 },
    { trackId: 2, position: 0, age: 100 },
    { trackId: 3, position: 0, age: 100 },
    { trackId: 4, position: 44, age: 100 },
  ];
  begin(createPlayer());
  await change();
  const saved: unknown[][] = JSON.parse(page.storage.getItem("playback-positions") ?? "[]");
  expect(new Map(saved.map(([id, seconds]) => [id, seconds]))).toEqual(
    new Map([
      [1, 60],
      [2, 20],
      [3, 0],
      [4, 44],
    ]),
  );
});
