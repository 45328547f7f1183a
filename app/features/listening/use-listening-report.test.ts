import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Report = typeof import("./use-listening-report.ts");
let reportListening: Report["reportListening"];
let reportImpression: Report["reportImpression"];
let sent: [path: string, body: Record<string, unknown>][];
let page: EventTarget;

/** A player that the test controls. */
function fakePlayer() {
  const listeners = new Set<() => void>();
  let playback: { track: { id: number } | null; status: string } = { track: null, status: "idle" };
  return {
    getPlayback: () => playback,
    plays: 0,
    countPlay() {
      this.plays += 1;
      return "link" as const;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setState(id: number | null, status: string) {
      playback = { track: id === null ? null : { id }, status };
      for (const listener of listeners) listener();
    },
    /** Lets so many ms pass in the current status, with an event every 200 ms. */
    advance(ms: number) {
      for (let spent = 0; spent < ms; spent += 200) {
        vi.advanceTimersByTime(200);
        for (const listener of listeners) listener();
      }
    },
  };
}

const impression = (id: number) => `/api/tracks/${id}/increment-impression-count`;
const play = (id: number) => `/api/tracks/${id}/increment-play-count`;
const paths = () => sent.map(([path]) => path);

beforeEach(async () => {
  // Impressions are remembered for the life of a page.
  vi.resetModules();
  ({ reportListening, reportImpression } = await import("./use-listening-report.ts"));
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

test("a track that becomes current is an impression, once; three seconds of playback are a play", () => {
  const player = fakePlayer();
  const stop = reportListening(player);
  player.setState(7, "idle");
  player.setState(7, "loading");
  player.setState(7, "playing");
  player.advance(2800);
  expect(paths()).toEqual([impression(7)]);
  player.advance(400);
  expect(paths()).toEqual([impression(7), play(7)]);
  expect(sent.at(-1)?.[1]).toMatchObject({ from: "link" });
  player.advance(9000);
  player.setState(8, "loading");
  player.setState(7, "loading");
  expect(paths()).toEqual([impression(7), play(7), impression(8)]);
  const names = new Set(sent.map(([, { sessionId }]) => sessionId));
  expect([...names]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  stop();
  player.setState(9, "playing");
  player.advance(4000);
  expect(paths()).toHaveLength(3);
});

test("only playback counts, not waiting, loading or pauses; it does not add up over tracks", () => {
  const player = fakePlayer();
  reportListening(player);
  player.setState(7, "playing");
  player.advance(1400);
  for (const status of ["waiting", "loading", "paused"]) {
    player.setState(7, status);
    player.advance(5000);
  }
  player.setState(7, "playing");
  player.advance(1400);
  expect(paths()).toEqual([impression(7)]);
  player.setState(8, "playing");
  player.advance(2800);
  expect(paths()).toEqual([impression(7), impression(8)]);
  player.setState(8, "playing");
  player.advance(200);
  expect(paths()).toContain(play(8));
});

test("a track that restarts after its end is another play", () => {
  const player = fakePlayer();
  reportListening(player);
  for (let time = 0; time < 2; time++) {
    player.setState(7, "loading");
    player.setState(7, "playing");
    player.advance(4000);
    player.setState(7, "ended");
  }
  expect(paths()).toEqual([impression(7), play(7), play(7)]);
  expect(player.plays).toBe(2);
});

test("nothing throws without network and without storage", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const player = fakePlayer();
  reportListening(player);
  player.setState(7, "playing");
  expect(() => player.advance(4000)).not.toThrow();
});

test("a track's own page is an impression too, and only one together with its playback", () => {
  const player = fakePlayer();
  reportListening(player);
  reportImpression(7);
  player.setState(7, "playing");
  reportImpression(7);
  expect(paths()).toEqual([impression(7)]);
});
