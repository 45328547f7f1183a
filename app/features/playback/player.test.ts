import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlayer, type PlayableTrack } from "./player.ts";

/** Stands in for Howler's Howl: starts and fails when told. */
const howls = vi.hoisted(() => {
  class FakeHowl {
    static made: FakeHowl[] = [];
    readonly source: string;
    readonly options: Record<string, () => void>;
    position = 0;
    calls: string[] = [];
    constructor(options: { src: string[] } & Record<string, () => void>) {
      this.options = options;
      this.source = options.src[0] ?? "";
      FakeHowl.made.push(this);
    }
    play() {
      this.calls.push("play");
      return 1000;
    }
    pause() {
      this.calls.push("pause");
      this.options.onpause?.();
    }
    seek(to?: number) {
      if (to === undefined) return this.position;
      this.calls.push(`seek ${to}`);
      this.position = to;
      return this;
    }
    once() {}
    unload() {
      this.calls.push("unload");
    }
  }
  return FakeHowl;
});
vi.mock("howler", () => ({ Howl: howls }));

const track = (id: number): PlayableTrack => ({
  id,
  title: `音声${id}`,
  duration: 90,
  posterName: "Mugen",
  path: `/mugen/track/${id}`,
  labels: [],
});
const made = async (count: number) => {
  await vi.waitFor(() => expect(howls.made).toHaveLength(count));
  const howl = howls.made[count - 1];
  if (!howl) throw new Error("no sound was made");
  return howl;
};

beforeEach(() => {
  howls.made = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a track loads, plays, pauses and goes on with the same sound", async () => {
  const player = createPlayer();
  player.play(track(7));
  expect(player.getPlayback().status).toBe("loading");
  const howl = await made(1);
  expect(howl.source).toBe("/api/stream/7");
  howl.options.onplay?.();
  expect(player.getPlayback().status).toBe("playing");
  howl.position = 12;
  player.pause();
  expect(player.getPlayback().status).toBe("paused");
  expect(player.getPosition()).toBe(12);
  player.play(track(7));
  expect(howls.made).toHaveLength(1);
  expect(howl.calls).toEqual(["play", "pause", "seek 12", "play"]);
});

test("a track that was passed over while it loaded stays silent and can't end the next one", async () => {
  const player = createPlayer();
  player.play(track(1));
  const first = await made(1);
  player.play(track(2));
  const second = await made(2);
  expect(first.calls).toContain("unload");
  first.options.onplay?.();
  first.options.onend?.();
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 } });
  second.options.onplay?.();
  expect(player.getPlayback().status).toBe("playing");
});

test("a seek before the sound starts is done when it starts, for Howler would drop it", async () => {
  const player = createPlayer();
  player.play(track(1));
  const howl = await made(1);
  player.seek(40);
  expect(howl.calls).not.toContain("seek 40");
  expect(player.getPosition()).toBe(40);
  howl.options.onplay?.();
  expect(howl.calls.at(-1)).toBe("seek 40");
});

test("playing from a line of a silent track starts there", async () => {
  const player = createPlayer();
  player.play(track(1), 33);
  const howl = await made(1);
  expect(howl.calls).toEqual(["seek 33", "play"]);
});

test("seeks stay within the track, and an ended one starts over", async () => {
  const player = createPlayer();
  player.play(track(1));
  const howl = await made(1);
  howl.options.onplay?.();
  player.seek(-5);
  expect(player.getPosition()).toBe(0);
  player.seek(900);
  expect(player.getPosition()).toBe(90);
  howl.options.onend?.();
  expect(player.getPlayback().status).toBe("ended");
  player.play(track(1));
  expect(player.getPosition()).toBe(0);
});

test("a file that can't be played is told, and another press tries it anew", async () => {
  const player = createPlayer();
  player.play(track(1));
  const howl = await made(1);
  howl.options.onloaderror?.();
  expect(player.getPlayback().status).toBe("failed");
  player.play(track(1));
  await made(2);
  expect(player.getPlayback().status).toBe("loading");
});

test("a pause while it loads gives the start up", async () => {
  const player = createPlayer();
  player.play(track(1));
  const howl = await made(1);
  player.pause();
  howl.options.onplay?.();
  expect(player.getPlayback().status).toBe("paused");
  player.play(track(1));
  await made(2);
});
