import { beforeEach, expect, test, vi } from "vitest";
import { hide, page, playing, queueOf, soundOf, track, withPlayerPage } from "#test/audio/player-page.ts";
import type { PlayQueue } from "../playback.ts";
import { provideAdCard } from "./ad-break.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
withPlayerPage();
beforeEach(provideAdCard);

/** A player whose first track is the fifth that was played in this tab. */
async function playingFifth(queue: PlayQueue = queueOf(1, 2)) {
  page.kept.set("plays-since-ad", "4");
  const { player, element } = await playing(1, queue);
  player.countPlay(1);
  return { player, element };
}

const premium = { adFree: true, doubleSpeed: true, backgroundPlay: true, highQuality: true };

test("after the fifth played track the card shows for five seconds, then the next track plays", async () => {
  const { player, element } = await playingFifth();
  element.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(player.getPlayback()).toMatchObject({ status: "ended", track: { id: 1 } });
  expect(player.getPlayback().adBreakEndsAt).toBe(Date.now() + 5000);
  expect(page.mediaSession.playbackState).toBe("playing");
  await vi.advanceTimersByTimeAsync(4999);
  expect(player.getPlayback().track?.id).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 }, adBreakEndsAt: null });
  expect((await soundOf(2)).element.calls).toEqual(["play 0"]);
  expect(page.kept.get("plays-since-ad")).toBe("0");
});

test("four tracks are followed by no card, and plays before a page change count", async () => {
  const { player, element } = await playing(1, queueOf(1, 2));
  for (let n = 0; n < 4; n++) player.countPlay(1);
  element.end();
  await vi.advanceTimersByTimeAsync(500);
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 }, adBreakEndsAt: null });
  expect(page.kept.get("plays-since-ad")).toBe("4");
});

test("a click on next in the middle of the track leads to the card too, and another one skips it", async () => {
  const { player, element } = await playingFifth();
  player.next();
  expect(element.calls.at(-1)).toMatch(/^pause/);
  expect(player.getPlayback()).toMatchObject({ status: "paused", track: { id: 1 } });
  player.next();
  expect(player.getPlayback()).toMatchObject({ status: "loading", track: { id: 2 }, adBreakEndsAt: null });
  await vi.advanceTimersByTimeAsync(6000);
  expect(player.getPlayback().track?.id).toBe(2);
});

test.each([
  ["the play key goes on with the next track", () => page.keys.get("play")?.({}), 2, "loading"],
  ["the key for the next track does", () => page.keys.get("nexttrack")?.({}), 2, "loading"],
  ["the key for the previous track goes back", () => page.keys.get("previoustrack")?.({}), 2, "loading"],
] as const)("during the card %s", async (_, press, id, status) => {
  const { player } = await playingFifth();
  player.next();
  press();
  expect(player.getPlayback()).toMatchObject({ status, track: { id }, adBreakEndsAt: null });
});

test("another track that is chosen during the card plays at once; a seek stays with the track", async () => {
  const { player, element } = await playingFifth(queueOf(1, 2, 3));
  player.next();
  player.play(track(3));
  expect(player.getPlayback()).toMatchObject({ track: { id: 3 }, adBreakEndsAt: null });
  player.play(track(1));
  element.tell("playing");
  for (let n = 0; n < 5; n++) player.countPlay(1);
  player.next();
  player.seek(20);
  await vi.advanceTimersByTimeAsync(6000);
  expect(player.getPlayback()).toMatchObject({ track: { id: 1 }, adBreakEndsAt: null });
});

test.each([
  ["paused", () => page.keys.get("pause")?.({})],
  ["hidden", () => hide()],
])("a page that is %s during the card goes on to the next track, silently", async (_, leave) => {
  const { player, element } = await playingFifth();
  element.end();
  await vi.advanceTimersByTimeAsync(1000);
  leave();
  await vi.advanceTimersByTimeAsync(4500);
  expect(player.getPlayback()).toMatchObject({ status: "paused", track: { id: 2 }, adBreakEndsAt: null });
  page.document.visibilityState = "visible";
  player.play(track(2));
  expect(player.getPlayback().status).toBe("loading");
});

test.each([
  [
    "premium members",
    (player: { setEntitlements(all: typeof premium): void }) => player.setEntitlements(premium),
  ],
  ["listeners without a network", () => Object.assign(navigator, { onLine: false })],
])("%s see no card", async (_, prepare) => {
  const { player } = await playingFifth();
  prepare(player);
  player.next();
  expect(player.getPlayback()).toMatchObject({ track: { id: 2 }, adBreakEndsAt: null });
});

test("no card follows the last track of a playlist, nor one that the sleep timer ends", async () => {
  const { player, element } = await playingFifth({ ...queueOf(1), isPlaylist: true });
  element.end();
  await vi.advanceTimersByTimeAsync(6000);
  expect(player.getPlayback()).toMatchObject({ status: "ended", adBreakEndsAt: null });
  player.setSleepTimer("track-end");
  player.play(track(1), { queue: queueOf(1, 2) });
  element.tell("playing");
  element.end();
  await vi.advanceTimersByTimeAsync(6000);
  expect(player.getPlayback()).toMatchObject({ track: { id: 1 }, adBreakEndsAt: null });
});
