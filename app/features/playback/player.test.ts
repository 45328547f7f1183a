import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayableTrack, PlayQueue } from "./playback.ts";
import { createPlayer } from "./player.ts";

/** Stands in for Howler's Howl and its element, which starts, ends and fails when told. */
const howls = vi.hoisted(() => {
  class FakeElement extends EventTarget {
    currentTime = 0;
    playbackRate = 1;
    defaultPlaybackRate = 1;
    preservesPitch = false;
    volume = 1;
    paused = true;
    ended = false;
    preload = "";
    error: { code: number } | null = null;
    refusal: string | null = null;
    calls: string[] = [];
    play() {
      this.calls.push(`play ${this.currentTime}`);
      if (this.refusal) {
        const error = new Error("refused");
        error.name = this.refusal;
        return Promise.reject(error);
      }
      this.paused = false;
      this.ended = false;
      return Promise.resolve();
    }
    pause() {
      this.paused = true;
      this.calls.push("pause");
    }
    load() {
      this.calls.push("load");
    }
    tell(name: string) {
      this.dispatchEvent(new Event(name));
    }
    end() {
      this.paused = true;
      this.ended = true;
      this.tell("pause");
      this.tell("ended");
    }
    fail(code: number) {
      this.error = { code };
      this.tell("error");
    }
  }
  class FakeHowl {
    static made: FakeHowl[] = [];
    readonly source: string;
    readonly _node = new FakeElement();
    readonly _sounds = [{ _node: this._node }];
    isUnloaded = false;
    constructor(options: { src: string[] }) {
      this.source = options.src[0] ?? "";
      FakeHowl.made.push(this);
    }
    unload() {
      this.isUnloaded = true;
    }
  }
  return { FakeHowl, FakeElement };
});
vi.mock("howler", () => ({ Howl: howls.FakeHowl, Howler: { _html5AudioPool: [{}] } }));

const track = (id: number): PlayableTrack => ({
  id,
  title: `音声${id}`,
  duration: 90,
  posterName: "Mugen",
  posterPath: "/mugen",
  path: `/mugen/track/${id}`,
  labels: [],
  playCount: 0,
  likeCount: 0,
});
const queueOf = (...ids: number[]): PlayQueue => ({
  name: "新着",
  path: "/",
  tracks: ids.map(track),
  isPlaylist: false,
  next: null,
});

/** The page around the player: whether it is seen, what it remembers, and what the system shows and presses. */
let page: ReturnType<typeof openPage>;
function openPage() {
  const window = Object.assign(new EventTarget(), {
    matchMedia: () => ({ matches: page.isStandalone }),
  });
  const document = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    hasFocus: () => page.hasFocus,
  });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  const keys = new Map<string, (details: object) => void>();
  const mediaSession = {
    metadata: null,
    playbackState: "none",
    positions: [] as unknown[],
    setActionHandler: (name: string, act: (details: object) => void) => keys.set(name, act),
    setPositionState: (state?: unknown) => mediaSession.positions.push(state),
  };
  return { window, document, kept, storage, keys, mediaSession, isStandalone: false, hasFocus: true };
}
const hide = () => {
  page.document.visibilityState = "hidden";
  page.document.dispatchEvent(new Event("visibilitychange"));
};

/** The sound made last for a track, once there is one. */
const soundOf = async (id: number) => {
  const find = () => howls.FakeHowl.made.findLast(({ source }) => source === `/api/stream/${id}`);
  await vi.waitFor(() => expect(find()).toBeDefined());
  const howl = find();
  if (!howl) throw new Error("no sound was made");
  return { howl, element: howl._node };
};
/** Plays until the sound is there. */
const playing = async (id: number, queue?: PlayQueue) => {
  const player = createPlayer();
  player.play(track(id), queue ? { queue } : {});
  const { element, howl } = await soundOf(id);
  await vi.waitFor(() => expect(element.calls).toHaveLength(1));
  element.tell("playing");
  return { player, element, howl };
};

beforeEach(() => {
  howls.FakeHowl.made = [];
  page = openPage();
  vi.stubGlobal("HTMLMediaElement", howls.FakeElement);
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.document);
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("localStorage", page.storage);
  vi.stubGlobal("sessionStorage", page.storage);
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("MediaMetadata", Object);
  vi.stubGlobal("navigator", { onLine: true, mediaSession: page.mediaSession });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a track loads, plays, pauses and goes on with the same sound", async () => {
  const player = createPlayer();
  player.play(track(7));
  expect(player.getPlayback().status).toBe("loading");
  const { element } = await soundOf(7);
  element.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
  element.currentTime = 12;
  player.pause();
  expect(player.getPlayback().status).toBe("paused");
  expect(player.getPosition()).toBe(12);
  player.play(track(7));
  expect(howls.FakeHowl.made).toHaveLength(1);
  expect(element.calls).toEqual(["play 0", "pause", "play 12"]);
});

test("a track that was passed over while it loaded stays silent and can't end the next one", async () => {
  const player = createPlayer();
  player.play(track(1));
  const first = await soundOf(1);
  player.play(track(2));
  const second = await soundOf(2);
  expect(first.howl.isUnloaded).toBe(true);
  first.element.tell("playing");
  first.element.end();
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 } });
  second.element.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
});

test("a press on pause before the sound library is there leaves it silent", async () => {
  const player = createPlayer();
  player.play(track(1));
  player.pause();
  expect(player.getPlayback().status).toBe("paused");
  await vi.advanceTimersByTimeAsync(1000);
  expect(howls.FakeHowl.made).toHaveLength(0);
  player.play(track(1));
  await soundOf(1);
});

test("a seek before the sound starts begins there", async () => {
  const player = createPlayer();
  player.play(track(1));
  player.seek(40);
  const { element } = await soundOf(1);
  expect(element.calls).toEqual(["play 40"]);
  expect(player.getPosition()).toBe(40);
});

test("playing from a line of a silent track starts there", async () => {
  const player = createPlayer();
  player.play(track(1), { from: 33 });
  const { element } = await soundOf(1);
  expect(element.calls).toEqual(["play 33"]);
});

test("seeks stay within the track, and an ended one starts over", async () => {
  const { player, element } = await playing(1);
  player.seek(-5);
  expect(player.getPosition()).toBe(0);
  player.seek(900);
  expect(player.getPosition()).toBe(90);
  player.seek(Number.NaN);
  expect(element.currentTime).toBe(0);
  element.end();
  expect(player.getPlayback().status).toBe("ended");
  player.play(track(1));
  expect(player.getPosition()).toBe(0);
});

test("a file that can't be played is told, and another press tries it anew", async () => {
  const { player, element, howl } = await playing(1);
  element.fail(3);
  await vi.waitFor(() => expect(player.getPlayback()).toMatchObject({ status: "failed", errorCode: 3 }));
  expect(howl.isUnloaded).toBe(true);
  player.play(track(1));
  expect(player.getPlayback()).toMatchObject({ status: "loading", errorCode: null });
  expect(howls.FakeHowl.made).toHaveLength(2);
});

test("a pause by the system is noticed", async () => {
  const { player, element } = await playing(1);
  element.paused = true;
  element.tell("pause");
  expect(player.getPlayback().status).toBe("paused");
});

test("a browser that wants a press first is no error", async () => {
  const player = createPlayer();
  player.prepare(track(1));
  const { element } = await soundOf(1);
  element.refusal = "NotAllowedError";
  player.play(track(1));
  await vi.waitFor(() => expect(player.getPlayback().needsPress).toBe(true));
  expect(player.getPlayback()).toMatchObject({ status: "paused", errorCode: null });
  element.refusal = null;
  player.play(track(1));
  element.tell("playing");
  expect(player.getPlayback()).toMatchObject({ status: "playing", needsPress: false });
});

test("the next track follows half a second after the end, once, and its beginning was fetched", async () => {
  const { player, element } = await playing(1, queueOf(1, 2, 3));
  await vi.advanceTimersByTimeAsync(1500);
  const next = await soundOf(2);
  expect(next.element.calls).toEqual([]);
  element.end();
  await vi.advanceTimersByTimeAsync(499);
  expect(player.getPlayback()).toMatchObject({ status: "ended", track: { id: 1 } });
  await vi.advanceTimersByTimeAsync(1);
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 } });
  expect(next.element.calls).toEqual(["play 0"]);
  next.element.tell("playing");
  await vi.advanceTimersByTimeAsync(5000);
  expect(player.getPlayback().track?.id).toBe(2);
});

test("quick presses right after the end are not followed by one more step", async () => {
  const { player, element } = await playing(1, queueOf(1, 2, 3, 4));
  element.end();
  player.next();
  player.next();
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.getPlayback().track?.id).toBe(3);
});

test("a speed is set on the element, with its pitch kept and the position where it was", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 20;
  player.setRate(1.5);
  expect(element).toMatchObject({ playbackRate: 1.5, defaultPlaybackRate: 1.5, preservesPitch: true });
  expect(element.currentTime).toBe(20);
  player.play(track(2));
  expect((await soundOf(2)).element.playbackRate).toBe(1.5);
});

test("a track that is only shown makes no sound, and never takes the place of one that does", async () => {
  const player = createPlayer();
  player.show(track(5), queueOf(4, 5));
  expect(player.getPlayback()).toMatchObject({ status: "idle", track: { id: 5 } });
  expect(howls.FakeHowl.made).toHaveLength(0);
  player.play(track(5));
  const { element } = await soundOf(5);
  element.tell("playing");
  expect(player.getPlayback().queue?.tracks).toHaveLength(2);
  player.show(track(4));
  expect(player.getPlayback().track?.id).toBe(5);
});

test("sound that broke off waits for the network and goes on where it was", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 31;
  await vi.advanceTimersByTimeAsync(200);
  element.fail(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(player.getPlayback()).toMatchObject({ status: "waiting", errorCode: null });
  expect(player.getPosition()).toBe(31);
  await vi.advanceTimersByTimeAsync(1);
  const { element: again } = await soundOf(1);
  expect(again.calls).toEqual(["play 31"]);
  again.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
});

test("a network that stays away ends in a failure after two minutes, at the same place", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 31;
  await vi.advanceTimersByTimeAsync(200);
  for (let seconds = 0; seconds < 150 && player.getPlayback().status !== "failed"; seconds++) {
    const { element: latest, howl } = await soundOf(1);
    if (!howl.isUnloaded) latest.fail(2);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(player.getPlayback()).toMatchObject({ status: "failed", errorCode: 2 });
  expect(player.getPosition()).toBe(31);
});

test("a pause ends the waiting for the network", async () => {
  const { player, element } = await playing(1);
  element.fail(2);
  await vi.advanceTimersByTimeAsync(10);
  player.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(player.getPlayback().status).toBe("paused");
  expect(howls.FakeHowl.made).toHaveLength(1);
});

test("a lack of data is told once it lasts", async () => {
  const { player, element } = await playing(1);
  element.tell("waiting");
  await vi.advanceTimersByTimeAsync(299);
  expect(player.getPlayback().status).toBe("playing");
  await vi.advanceTimersByTimeAsync(1);
  expect(player.getPlayback().status).toBe("waiting");
  element.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
});

test("a playlist ends with its last track", async () => {
  const { player, element } = await playing(2, { ...queueOf(1, 2), isPlaylist: true });
  element.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.getPlayback()).toMatchObject({ status: "ended", track: { id: 2 } });
});

test("another track is taken up where it was left; one heard to its end begins anew", async () => {
  const { player, element } = await playing(1, queueOf(1, 2));
  element.currentTime = 42;
  await vi.advanceTimersByTimeAsync(200);
  player.next();
  expect(player.getPosition()).toBe(0);
  player.previous();
  expect(player.getPosition()).toBe(42);
  const { element: again } = await soundOf(1);
  again.tell("playing");
  again.end();
  player.next();
  player.previous();
  expect(player.getPosition()).toBe(0);
});

test.each([
  ["hidden", () => hide()],
  [
    "left for another window",
    () => {
      page.hasFocus = false;
      page.window.dispatchEvent(new Event("blur"));
    },
  ],
])("a page that is %s falls silent", async (_, leave) => {
  const { player } = await playing(1);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getPlayback().status).toBe("paused");
});

test("a page whose focus went into a frame of its own plays on", async () => {
  const { player } = await playing(1);
  page.window.dispatchEvent(new Event("blur"));
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getPlayback().status).toBe("playing");
});

test.each([
  [{ premium: true, installed: true, isOn: true }, "playing"],
  [{ premium: false, installed: true, isOn: true }, "paused"],
  [{ premium: true, installed: false, isOn: true }, "paused"],
  [{ premium: true, installed: true, isOn: false }, "paused"],
])("hidden with %j it is %s", async ({ premium, installed, isOn }, status) => {
  page.isStandalone = installed;
  page.kept.set("background-play", isOn ? "on" : "off");
  const { player } = await playing(1);
  player.allow({ doubleSpeed: premium, backgroundPlay: premium });
  hide();
  expect(player.getPlayback().status).toBe(status);
  expect(page.kept.get("background-play")).toBe(premium && isOn ? "on" : "off");
  if (status === "playing") return;
  page.keys.get("play")?.({});
  expect(player.getPlayback().status).toBe("paused");
});

test("a device's speed comes back, and 2.0x only to those who may have it", () => {
  page.kept.set("playback-rate", "2");
  const free = createPlayer();
  free.allow({ doubleSpeed: false, backgroundPlay: false });
  expect(free.getPlayback().rate).toBe(1.5);
  free.allow({ doubleSpeed: true, backgroundPlay: false });
  expect(free.getPlayback().rate).toBe(1.5);
  const premium = createPlayer();
  premium.allow({ doubleSpeed: true, backgroundPlay: true });
  expect(premium.getPlayback().rate).toBe(2);
  premium.allow({ doubleSpeed: false, backgroundPlay: false });
  expect(premium.getPlayback().rate).toBe(1.5);
});

test("the sleep timer fades the sound and pauses it; the next press is loud again", async () => {
  const { player, element } = await playing(1);
  player.setSleep({ at: Date.now() + 60_000 });
  await vi.advanceTimersByTimeAsync(51_000);
  expect(element.volume).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(element.volume).toBeCloseTo(0.5, 1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(player.getPlayback()).toMatchObject({ status: "paused", sleep: null });
  expect(element.volume).toBe(1);
});

test("a sleep timer that is taken back leaves the sound as it was", async () => {
  const { player, element } = await playing(1);
  player.setSleep({ at: Date.now() + 4000 });
  expect(element.volume).toBeCloseTo(0.5);
  player.setSleep(null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(element.volume).toBe(1);
  expect(player.getPlayback().status).toBe("playing");
});

test("asleep with the track, nothing follows it", async () => {
  const { player, element } = await playing(1, queueOf(1, 2));
  player.setSleep("track-end");
  element.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.getPlayback()).toMatchObject({ status: "ended", sleep: null, track: { id: 1 } });
});

test("the lock screen shows the track, and its keys act", async () => {
  const { player, element } = await playing(1, queueOf(1, 2, 3));
  expect(page.mediaSession).toMatchObject({
    playbackState: "playing",
    metadata: {
      title: "音声1",
      artist: "Mugen",
      artwork: [
        { src: "/api/tracks/1/cover.png?size=192", sizes: "192x192", type: "image/png" },
        { src: "/api/tracks/1/cover.png?size=512" },
      ],
    },
  });
  const press = (name: string, details = {}) => page.keys.get(name)?.(details);
  press("seekto", { seekTime: 50 });
  expect(element.currentTime).toBe(50);
  press("seekbackward");
  press("seekforward", { seekOffset: 30 });
  expect(element.currentTime).toBe(70);
  expect(page.mediaSession.positions.at(-1)).toEqual({ duration: 90, position: 70, playbackRate: 1 });
  press("pause");
  expect(player.getPlayback().status).toBe("paused");
  expect(page.mediaSession.playbackState).toBe("paused");
  press("play");
  expect(player.getPlayback().status).toBe("loading");
  press("nexttrack");
  expect(player.getPlayback().track?.id).toBe(2);
  press("previoustrack");
  expect(player.getPlayback().track?.id).toBe(1);
  press("stop");
  expect(player.getPosition()).toBe(0);
});

test("a track without a finite length has no position on the lock screen, and seeks go to its beginning", async () => {
  const player = createPlayer();
  player.play({ ...track(1), duration: Number.NaN });
  const { element } = await soundOf(1);
  element.tell("playing");
  element.currentTime = 3;
  await vi.advanceTimersByTimeAsync(1200);
  expect(page.mediaSession.positions.at(-1)).toBeUndefined();
  player.seek(30);
  expect(player.getPosition()).toBe(0);
});

test("the queue goes on with its next page, quietly without one", async () => {
  const asked: string[] = [];
  let pages: (() => Response)[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const answer = pages.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
  const { player } = await playing(1, { ...queueOf(1, 2), next: "/api/tracks?cursor=a" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toEqual(["/api/tracks?cursor=a"]);
  expect(player.getPlayback().queue?.tracks).toHaveLength(2);
  pages = [
    () =>
      Response.json([{ ...track(3), createdBy: "mugen", posterCustomUserId: "mugen" }], {
        headers: { Link: '</api/tracks?cursor=b>; rel="next"' },
      }),
  ];
  player.next();
  (await soundOf(2)).element.tell("playing");
  await vi.advanceTimersByTimeAsync(1500);
  expect(player.getPlayback().queue).toMatchObject({
    tracks: [{ id: 1 }, { id: 2 }, { id: 3, path: "/mugen/track/3" }],
    next: "/api/tracks?cursor=b",
  });
  player.extendQueue("/elsewhere", { tracks: [track(8)], next: null });
  player.extendQueue("/", { tracks: [track(3), track(4)], next: null });
  expect(player.getPlayback().queue?.tracks.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});
