import { expect, test, vi } from "vitest";
import { FakeHowl, playing, queueOf, soundOf, track, withPlayerPage } from "#test/audio/player-page.ts";
import { failureOf } from "../media-errors.ts";
import { createPlayer } from "./player.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
withPlayerPage();

test("a track loads, plays, pauses and resumes with the same sound", async () => {
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
  expect(FakeHowl.made).toHaveLength(1);
  expect(element.calls).toEqual(["play 0", "pause", "play 12"]);
});

test("a track that was skipped while it loaded stays silent and can't end the next one", async () => {
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

test("a pause before the audio backend is loaded prevents playback", async () => {
  const player = createPlayer();
  player.play(track(1));
  player.pause();
  expect(player.getPlayback().status).toBe("paused");
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeHowl.made).toHaveLength(0);
  player.play(track(1));
  await soundOf(1);
});

test("a seek before playback starts sets the start position", async () => {
  const player = createPlayer();
  player.play(track(1));
  player.seek(40);
  const { element } = await soundOf(1);
  expect(element.calls).toEqual(["play 40"]);
  expect(player.getPosition()).toBe(40);
});

test("play starts at the given position", async () => {
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

test("a file that can't be played is an error, and another play tries again", async () => {
  const { player, element, howl } = await playing(1);
  element.fail(3);
  await vi.waitFor(() =>
    expect(player.getPlayback()).toMatchObject({ status: "failed", failure: failureOf(3) }),
  );
  expect(howl.isUnloaded).toBe(true);
  player.play(track(1));
  expect(player.getPlayback()).toMatchObject({ status: "loading", failure: null });
  expect(FakeHowl.made).toHaveLength(2);
});

test("a pause by the system pauses the player", async () => {
  const { player, element } = await playing(1);
  element.paused = true;
  element.tell("pause");
  expect(player.getPlayback().status).toBe("paused");
});

test("blocked autoplay is no error", async () => {
  const player = createPlayer();
  player.preload(track(1));
  const { element } = await soundOf(1);
  element.refusal = "NotAllowedError";
  player.play(track(1));
  await vi.waitFor(() => expect(player.getPlayback().needsGesture).toBe(true));
  expect(player.getPlayback()).toMatchObject({ status: "paused", failure: null });
  element.refusal = null;
  player.play(track(1));
  element.tell("playing");
  expect(player.getPlayback()).toMatchObject({ status: "playing", needsGesture: false });
});

test("the next track is preloaded, and plays once half a second after the end", async () => {
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

test("clicks right after the end are not followed by an automatic step", async () => {
  const { player, element } = await playing(1, queueOf(1, 2, 3, 4));
  element.end();
  player.next();
  player.next();
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.getPlayback().track?.id).toBe(3);
});

test("before the first track of a list that goes on comes the last of the whole list", async () => {
  const item = (id: number) => ({ ...track(id), createdBy: "u1" });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (url.includes("cursor=")) return Response.json([item(3), item(4)]);
    const headers = { Link: '</api/tracks?order=oldest&cursor=a>; rel="next"' };
    return Response.json([item(1), item(2)], { headers });
  });
  const { player } = await playing(9, { ...queueOf(9, 8), next: "/api/tracks?order=newest&cursor=x" });
  for (const id of [1, 2, 3, 4]) {
    player.previous();
    await vi.waitFor(() => expect(player.getPlayback().track?.id).toBe(id));
  }
  expect(player.getPlayback().queue?.tracks.map(({ id }) => id)).toEqual([4, 3, 2, 1, 9, 8]);
  expect(asked).toEqual(["/api/tracks?order=oldest", "/api/tracks?order=oldest&cursor=a"]);
});

test("a list that can't be read from its end is loaded up to there", async () => {
  const item = (id: number) => ({ ...track(id), createdBy: "u1" });
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("a")
      ? Response.json([item(3)], { headers: { Link: '</api/tracks?search=x&cursor=b>; rel="next"' } })
      : Response.json([item(4)]),
  );
  const { player } = await playing(1, { ...queueOf(1, 2), next: "/api/tracks?search=x&cursor=a" });
  player.previous();
  await vi.waitFor(() => expect(player.getPlayback().track?.id).toBe(4));
});

test("a speed is set on the element, with pitch and position unchanged", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 20;
  player.setRate(1.5);
  expect(element).toMatchObject({ playbackRate: 1.5, defaultPlaybackRate: 1.5, preservesPitch: true });
  expect(element.currentTime).toBe(20);
  player.play(track(2));
  expect((await soundOf(2)).element.playbackRate).toBe(1.5);
});

test("a selected track does not play, and never replaces a playing one", async () => {
  const player = createPlayer();
  player.select(track(5), queueOf(4, 5));
  expect(player.getPlayback()).toMatchObject({ status: "idle", track: { id: 5 } });
  expect(FakeHowl.made).toHaveLength(0);
  player.play(track(5));
  const { element } = await soundOf(5);
  element.tell("playing");
  expect(player.getPlayback().queue?.tracks).toHaveLength(2);
  player.select(track(4));
  expect(player.getPlayback().track?.id).toBe(5);
});
