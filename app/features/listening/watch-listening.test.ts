import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchListening } from "./watch-listening.ts";

let sent: [path: string, body: Record<string, unknown>][];
let page: EventTarget;

/** A player that does what it is told. */
function fakePlayer() {
  const listeners = new Set<() => void>();
  let playback: { track: { id: number } | null; status: string } = { track: null, status: "idle" };
  let position = 0;
  return {
    getPlayback: () => playback,
    getPosition: () => position,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become(id: number | null, status: string, at = position) {
      playback = { track: id === null ? null : { id }, status };
      position = at;
      for (const listener of listeners) listener();
    },
    /** So many ms of the status that it has, told of every 200 ms. */
    spend(ms: number) {
      for (let spent = 0; spent < ms; spent += 200) {
        vi.advanceTimersByTime(200);
        if (playback.status === "playing") position += 0.2;
        for (const listener of listeners) listener();
      }
    },
  };
}

const impression = (id: number) => `/api/tracks/${id}/increment-impression-count`;
const play = (id: number) => `/api/tracks/${id}/increment-play-count`;
const paths = () => sent.map(([path]) => path);
const places = () =>
  sent
    .filter(([path]) => path === "/api/listening-history")
    .map(([, { trackId, position }]) => [trackId, Math.round(Number(position) * 10) / 10]);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  page = new EventTarget();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    expect(init).toMatchObject({ method: "POST", keepalive: true });
    sent.push([path, JSON.parse(String(init.body))]);
    return Response.json({ success: true });
  });
  vi.stubGlobal("window", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a track that becomes current is an impression, once; three seconds of sound are a play", () => {
  const player = fakePlayer();
  const stop = watchListening(player, false);
  player.become(7, "idle");
  player.become(7, "loading");
  player.become(7, "playing");
  player.spend(2800);
  expect(paths()).toEqual([impression(7)]);
  player.spend(400);
  expect(paths()).toEqual([impression(7), play(7)]);
  player.spend(9000);
  player.become(8, "loading", 0);
  player.become(7, "loading", 0);
  expect(paths()).toEqual([impression(7), play(7), impression(8)]);
  const names = new Set(sent.map(([, { sessionId }]) => sessionId));
  expect([...names]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  stop();
  player.become(9, "playing", 0);
  player.spend(4000);
  expect(paths()).toHaveLength(3);
});

test("only sound counts: no waiting, no loading, no pause; and short tastes do not add up over tracks", () => {
  const player = fakePlayer();
  watchListening(player, true);
  player.become(7, "playing");
  player.spend(1400);
  for (const status of ["waiting", "loading", "paused"]) {
    player.become(7, status);
    player.spend(5000);
  }
  player.become(7, "playing");
  player.spend(1400);
  expect(paths()).toEqual([impression(7)]);
  player.become(8, "playing", 0);
  player.spend(2800);
  expect(paths()).toEqual([impression(7), impression(8)]);
  player.become(8, "playing");
  player.spend(200);
  expect(paths()).toContain(play(8));
});

test("a track that begins anew after its end is another play", () => {
  const player = fakePlayer();
  watchListening(player, false);
  for (let time = 0; time < 2; time++) {
    player.become(7, "loading", 0);
    player.become(7, "playing");
    player.spend(4000);
    player.become(7, "ended", 90);
  }
  expect(paths()).toEqual([impression(7), play(7), play(7)]);
});

test("a member's place goes along with the play, with pause, end, change and leaving, and not twice", () => {
  const player = fakePlayer();
  const stop = watchListening(player, true);
  player.become(7, "playing", 10);
  player.spend(3000);
  expect(places()).toEqual([[7, 13]]);
  player.spend(1000);
  player.become(7, "paused");
  page.dispatchEvent(new Event("pagehide"));
  player.become(7, "playing");
  player.spend(200);
  player.become(7, "ended", 90);
  player.become(8, "loading", 0);
  player.become(8, "playing");
  player.spend(3000);
  player.spend(600);
  player.become(9, "loading", 0);
  player.become(9, "playing");
  player.spend(3200);
  player.spend(1000);
  page.dispatchEvent(new Event("pagehide"));
  page.dispatchEvent(new Event("pagehide"));
  expect(places()).toEqual([
    [7, 13],
    [7, 14],
    [7, 90],
    [8, 3],
    [8, 3.6],
    [9, 3],
    [9, 4.2],
  ]);
  stop();
});

test("a short taste is no history, and a visitor has none", () => {
  const player = fakePlayer();
  watchListening(player, true);
  player.become(7, "playing");
  player.spend(1000);
  player.become(7, "paused");
  expect(places()).toEqual([]);
  const visitors = fakePlayer();
  watchListening(visitors, false);
  visitors.become(8, "playing");
  visitors.spend(4000);
  visitors.become(8, "ended");
  expect(places()).toEqual([]);
});

test("without network and without storage listening goes on", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const player = fakePlayer();
  watchListening(player, true);
  player.become(7, "playing");
  expect(() => player.spend(4000)).not.toThrow();
});
