import { beforeEach, expect, test, vi } from "vitest";
import {
  FakeElement,
  FakeHowl,
  page,
  queueOf,
  soundOf,
  track,
  withPlayerPage,
} from "#test/audio/player-page.ts";
import { createPlayer } from "../hooks/player.ts";
import { earlyPlayScript } from "./early-play-script.server.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
withPlayerPage();

/** The elements that were made with a source, in order. */
let sounds: EarlyElement[] = [];
class EarlyElement extends FakeElement {
  readonly source: string | undefined;
  constructor(source?: string) {
    super();
    this.source = source;
    if (source) sounds.push(this);
  }
}

beforeEach(() => {
  sounds = [];
  vi.stubGlobal("Audio", EarlyElement);
  vi.stubGlobal("addEventListener", page.window.addEventListener.bind(page.window));
  new Function(earlyPlayScript)();
});

/** A play button, or a link to a second of a track. */
const control = (own: { dataset?: Record<string, string>; href?: string }) => ({ dataset: {}, ...own });
/** Clicks on it, with all that the page's own listeners would see of it. */
function click(on: object, keys: object = {}): Event {
  const event = new Event("click", { cancelable: true });
  const target = { closest: () => on };
  Object.defineProperty(event, "target", { value: target });
  page.window.dispatchEvent(Object.assign(event, keys));
  return event;
}

test("a button plays its track where it was left, pauses it, and another one ends it", () => {
  Object.assign(page.storage, { "playback-positions": "[[8,3],[7,12]]" });
  const button = control({ dataset: { play: "7" } });
  expect(click(button).defaultPrevented).toBe(true);
  const [seven] = sounds;
  expect(seven).toMatchObject({ source: "/api/stream/7", calls: ["play 12"] });
  expect(button).toMatchObject({ dataset: { tap: "loading" }, ariaBusy: true });
  click(button);
  expect(seven?.paused).toBe(true);
  click(button);
  click(control({ dataset: { play: "8", from: "40" } }));
  expect(seven?.calls).toEqual(["play 12", "pause", "play 12", "pause"]);
  expect(sounds[1]).toMatchObject({ source: "/api/stream/8", calls: ["play 40"] });
  expect(sounds).toHaveLength(2);
});

test("a link to a second plays from there, and does what links do with a key that opens it elsewhere", () => {
  const link = control({ href: "http://mugen.test/api/stream/7#t=12.5" });
  Object.assign(link, { pathname: "/api/stream/7", hash: "#t=12.5" });
  expect(click(link, { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(sounds).toHaveLength(0);
  click(link);
  expect(sounds[0]).toMatchObject({ source: "/api/stream/7", currentTime: "12.5", paused: false });
});

test("the player starts a sound within the click, before it has its audio backend, which goes on with it", async () => {
  const player = createPlayer();
  player.preload(track(7));
  player.play(track(7), { queue: queueOf(7, 8) });
  const [element] = sounds;
  expect(element?.calls).toEqual(["play 0"]);
  Object.assign(element ?? {}, { currentTime: 2 });
  await vi.waitFor(() => expect(element?.calls).toEqual(["play 0", "play 2"]), { timeout: 30_000 });
  element?.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
  expect(player.getPosition()).toBe(2);
  expect(sounds).toHaveLength(1);
  expect(FakeHowl.made).toHaveLength(0);
  player.next();
  await soundOf(8);
  expect(element?.paused).toBe(true);
});

test("before the audio backend is there a pause and a seek are the sound's too", async () => {
  const player = createPlayer();
  player.play(track(7));
  const [element] = sounds;
  player.seek(30);
  expect(element?.currentTime).toBe(30);
  Object.assign(element ?? {}, { currentTime: 31 });
  player.pause();
  expect(element?.paused).toBe(true);
  expect(player.getPosition()).toBe(31);
  player.play(track(7));
  expect(element?.calls).toEqual(["play 0", "pause", "play 31"]);
  player.pause();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(10);
  expect(player.getPlayback().status).toBe("paused");
  expect(element?.paused).toBe(true);
  player.play(track(7));
  const { element: own } = await soundOf(7);
  expect(own.calls).toEqual(["play 31"]);
});

/** A button of the page's, which its script has given an act. */
const pageButton = (id: number, act: () => void) =>
  control({ dataset: { play: String(id) }, ...{ click: act } });

test("a sound that was paused before the scripts came stays the current one, where it was", async () => {
  const player = createPlayer();
  const button = pageButton(7, () => player.play(track(7), { queue: queueOf(7, 8) }));
  click(button);
  const [element] = sounds;
  Object.assign(element ?? {}, { currentTime: 3 });
  click(button);
  player.preload();
  await vi.waitFor(() => expect(player.getPlayback().track?.id).toBe(7), { timeout: 30_000 });
  expect(player.getPlayback().status).toBe("paused");
  expect(player.getPosition()).toBe(3);
  expect(element?.paused).toBe(true);
  player.play(track(7));
  expect(element?.calls.filter((call) => call.startsWith("play"))).toEqual(["play 0", "play 3"]);
  expect(FakeHowl.made).toHaveLength(0);
  // Only that start was held.
  player.next();
  const { element: next } = await soundOf(8);
  expect(next.calls).toEqual(["play 0"]);
});

test("what nobody takes over keeps its place on the device, as what is paused before the audio backend is there", async () => {
  const player = createPlayer();
  const gone = pageButton(7, () => {});
  click(gone);
  Object.assign(sounds[0] ?? {}, { currentTime: 20, duration: 90 });
  click(gone);
  player.preload();
  await vi.waitFor(() => expect(page.kept.get("playback-positions")).toMatch(/^\[\[7,20,\d+\]\]$/), {
    timeout: 30_000,
  });
  expect(player.getPlayback().track).toBeNull();

  new Function(earlyPlayScript)();
  const other = createPlayer();
  other.play(track(8));
  Object.assign(sounds[1] ?? {}, { currentTime: 30 });
  other.pause();
  expect(page.kept.get("playback-positions")).toMatch(/^\[\[8,30,\d+\],\[7,20,\d+\]\]$/);
});

test("a sound that is out of sight when the audio backend comes is paused where it is", async () => {
  const player = createPlayer();
  player.play(track(7));
  const [element] = sounds;
  Object.assign(element ?? {}, { currentTime: 20 });
  page.document.visibilityState = "hidden";
  await vi.waitFor(() => expect(player.getPlayback().status).toBe("paused"), { timeout: 30_000 });
  expect(element?.paused).toBe(true);
  expect(player.getPosition()).toBe(20);
});

test("a sound that failed before the audio backend was there is loaded once more", async () => {
  const player = createPlayer();
  player.play(track(7));
  sounds[0]?.fail(4);
  const { element } = await soundOf(7);
  element.tell("playing");
  expect(player.getPlayback()).toMatchObject({ status: "playing", failure: null });
  // Emptied, it has no error any more, and nothing to play.
  expect(sounds[0]?.calls).toEqual(["play 0", "load"]);
});

test("a button whose sound failed shows until the scripts come that it was pressed, and can be stopped", () => {
  const button = control({ dataset: { play: "7" } });
  click(button);
  sounds[0]?.fail(4);
  expect(button).toMatchObject({ dataset: { tap: "loading" }, ariaBusy: true });
  click(button);
  sounds[0]?.tell("pause");
  expect(button).toMatchObject({ dataset: { tap: "" }, ariaBusy: false });
});
