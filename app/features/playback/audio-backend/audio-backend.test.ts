import { expect, test, vi } from "vitest";
import {
  FakeHowl,
  hide,
  page,
  playing,
  queueOf,
  soundOf,
  track,
  withPlayerPage,
} from "#test/audio/player-page.ts";
import { isBackgroundPlayOn } from "../background-play.ts";
import { createPlayer } from "../hooks/player.ts";
import { networkFailure } from "../playback-messages.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
withPlayerPage();

test("after a network error playback resumes at the same position", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 31;
  await vi.advanceTimersByTimeAsync(200);
  element.fail(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(player.getPlayback()).toMatchObject({ status: "waiting", failure: null });
  expect(player.getPosition()).toBe(31);
  await vi.advanceTimersByTimeAsync(1);
  const { element: again } = await soundOf(1);
  expect(again.calls).toEqual(["play 31"]);
  again.tell("playing");
  expect(player.getPlayback().status).toBe("playing");
});

test("without a network playback fails after two minutes and keeps its position", async () => {
  const { player, element } = await playing(1);
  element.currentTime = 31;
  await vi.advanceTimersByTimeAsync(200);
  for (let seconds = 0; seconds < 150 && player.getPlayback().status !== "failed"; seconds++) {
    const { element: latest, howl } = await soundOf(1);
    if (!howl.isUnloaded) latest.fail(2);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(player.getPlayback()).toMatchObject({ status: "failed", failure: networkFailure });
  expect(player.getPosition()).toBe(31);
});

test("a track that is gone is told as such, though the browser calls its format unsupported", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  const { player, element } = await playing(1);
  element.fail(4);
  await vi.waitFor(() => expect(player.getPlayback().failure?.cause).toBe("音声が見つかりません"));
  expect(player.getPlayback().status).toBe("failed");
});

test("a pause cancels the recovery", async () => {
  const { player, element } = await playing(1);
  element.fail(2);
  await vi.advanceTimersByTimeAsync(10);
  player.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(player.getPlayback().status).toBe("paused");
  expect(FakeHowl.made).toHaveLength(1);
});

test("a stall is shown after 300 ms", async () => {
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

test("another track resumes where it was left; one that has ended starts over", async () => {
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
])("a page that is %s falls silent, and no media key wakes it", async (_, leave) => {
  const { player } = await playing(1, queueOf(1, 2));
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(player.getPlayback().status).toBe("paused");
  for (const key of ["play", "nexttrack", "previoustrack"]) page.keys.get(key)?.({});
  expect(player.getPlayback()).toMatchObject({ status: "paused", track: { id: 1 } });
});

test.each([
  ["shown", () => {}, "playing"],
  ["hidden", () => hide(), "paused"],
])("what the system plays on after a call, on a %s page", async (_, leave, status) => {
  const { player, element } = await playing(1);
  element.currentTime = 31;
  element.paused = true;
  element.tell("pause");
  leave();
  element.paused = false;
  element.tell("playing");
  expect(player.getPlayback().status).toBe(status);
  expect(element.paused).toBe(status === "paused");
  expect(page.mediaSession.playbackState).toBe(status);
});

test("a pause that comes before the sound has begun holds", async () => {
  const player = createPlayer();
  player.play(track(1));
  const { element } = await soundOf(1);
  player.pause();
  element.tell("playing");
  expect(player.getPlayback().status).toBe("paused");
});

test("a page that is hidden before the audio backend is loaded does not play", async () => {
  const player = createPlayer();
  player.play(track(1));
  hide();
  await vi.advanceTimersByTimeAsync(1000);
  expect(player.getPlayback().status).toBe("paused");
  expect(FakeHowl.made).toHaveLength(0);
});

test("a page whose focus moves into one of its frames plays on", async () => {
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
  page.document.cookie = `mugen_theme=dark; mugen_background=${isOn ? "on" : "off"}`;
  const { player } = await playing(1);
  player.setEntitlements({
    adFree: premium,
    doubleSpeed: premium,
    backgroundPlay: premium,
    highQuality: premium,
  });
  hide();
  expect(player.getPlayback().status).toBe(status);
  expect(isBackgroundPlayOn()).toBe(premium && isOn);
  if (status === "playing") return;
  page.keys.get("play")?.({});
  expect(player.getPlayback().status).toBe("paused");
});

test("the saved speed is restored, 2 only with the entitlement", () => {
  page.kept.set("playback-rate", "2");
  const free = createPlayer();
  free.setEntitlements({ adFree: false, doubleSpeed: false, backgroundPlay: false, highQuality: false });
  expect(free.getPlayback().rate).toBe(1.5);
  free.setEntitlements({ adFree: false, doubleSpeed: true, backgroundPlay: false, highQuality: false });
  expect(free.getPlayback().rate).toBe(1.5);
  const premium = createPlayer();
  premium.setEntitlements({ adFree: true, doubleSpeed: true, backgroundPlay: true, highQuality: true });
  expect(premium.getPlayback().rate).toBe(2);
  premium.setEntitlements({ adFree: false, doubleSpeed: false, backgroundPlay: false, highQuality: false });
  expect(premium.getPlayback().rate).toBe(1.5);
});

test("the sleep timer fades out and pauses; the volume is restored", async () => {
  const { player, element } = await playing(1);
  player.setSleepTimer({ at: Date.now() + 60_000 });
  await vi.advanceTimersByTimeAsync(51_000);
  expect(element.volume).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(element.volume).toBeCloseTo(0.5, 1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(player.getPlayback()).toMatchObject({ status: "paused", sleepTimer: null });
  expect(element.volume).toBe(1);
});

test("a cancelled sleep timer restores the volume", async () => {
  const { player, element } = await playing(1);
  player.setSleepTimer({ at: Date.now() + 4000 });
  expect(element.volume).toBeCloseTo(0.5);
  player.setSleepTimer(null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(element.volume).toBe(1);
  expect(player.getPlayback().status).toBe("playing");
});

test('with the sleep timer "track-end" no track follows', async () => {
  const { player, element } = await playing(1, queueOf(1, 2));
  player.setSleepTimer("track-end");
  element.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(player.getPlayback()).toMatchObject({ status: "ended", sleepTimer: null, track: { id: 1 } });
});

test("the media session shows the track, and its keys control the player", async () => {
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
  // 15 s as everywhere, unless the system says how many its button shows.
  expect(element.currentTime).toBe(65);
  expect(page.mediaSession.positions.at(-1)).toEqual({ duration: 90, position: 65, playbackRate: 1 });
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

test("a track without a finite duration has no media session position, and seeks go to its start", async () => {
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

test("the queue fetches its next page, and ignores a failure", async () => {
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
    tracks: [{ id: 1 }, { id: 2 }, { id: 3, posterPath: "/mugen" }],
    next: "/api/tracks?cursor=b",
  });
  player.extendQueue("/elsewhere", { tracks: [track(8)], next: null });
  player.extendQueue("/", { tracks: [track(3), track(4)], next: null });
  expect(player.getPlayback().queue?.tracks.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("a click on next waits for the queue's next page, also during a stall", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const { player, element } = await playing(1, { ...queueOf(1), next: "/api/tracks?cursor=a" });
  player.next();
  element.tell("waiting");
  await vi.advanceTimersByTimeAsync(400);
  expect(player.getPlayback()).toMatchObject({ status: "waiting", track: { id: 1 } });
  answer.resolve(Response.json([{ ...track(2), createdBy: "mugen", posterCustomUserId: "mugen" }]));
  await soundOf(2);
  expect(player.getPlayback().track?.id).toBe(2);
});

test("a slow connection is not restarted while data arrives", async () => {
  const player = createPlayer();
  player.play(track(1));
  const { element } = await soundOf(1);
  for (let n = 0; n < 6; n++) {
    await vi.advanceTimersByTimeAsync(10_000);
    element.tell("progress");
  }
  expect(FakeHowl.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(FakeHowl.made).toHaveLength(2);
  expect(player.getPlayback().status).toBe("loading");
});
