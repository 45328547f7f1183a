import { afterEach, expect, test, vi } from "vitest";
import { playing, track, withPlayerPage } from "#test/audio/player-page.ts";
import { skipPauses, skipsOf } from "./skip-pauses.ts";

vi.mock("howler/dist/howler.core.min.js", () => import("#test/audio/player-page.ts"));
const answers = vi.hoisted(() => ({ cues: [] as { startMs: number; endMs: number }[] }));
vi.mock("#app/features/tracks/turns/fetch-cues.ts", () => ({
  fetchCues: () => Promise.resolve({ cues: answers.cues, turns: "" }),
}));
withPlayerPage();
afterEach(() => vi.restoreAllMocks());

test("only longer pauses are skipped, and neither beginning nor end", () => {
  const cues = [
    { startMs: 900, endMs: 2000 },
    { startMs: 2280, endMs: 4000 },
    { startMs: 5200, endMs: 6000 },
  ];
  expect(skipsOf(cues)).toEqual([{ from: 4.06, to: 5.12 }]);
  expect(skipsOf([])).toEqual([]);
});

test("what plays jumps within a pause and never over a word, also when it stalls or is paused", async () => {
  answers.cues = [
    { startMs: 0, endMs: 4000 },
    { startMs: 5000, endMs: 8000 },
    { startMs: 9000, endMs: 9900 },
  ];
  const { player, element } = await playing(1);
  const stop = skipPauses(player);
  const reach = async (seconds: number) => {
    element.currentTime = seconds;
    await vi.advanceTimersByTimeAsync(200);
  };
  await reach(3.9);
  await vi.advanceTimersByTimeAsync(2000);
  expect(element.currentTime).toBe(3.9);
  await reach(4.1);
  expect(element.currentTime).toBeCloseTo(4.92);
  expect(player.getPosition()).toBeCloseTo(4.92);
  expect(player.getPlayback().status).toBe("playing");

  // A pause begins between two reports of the position.
  await reach(7.94);
  element.currentTime = 8.07;
  await vi.advanceTimersByTimeAsync(130);
  expect(element.currentTime).toBeCloseTo(8.92);

  await reach(7.9);
  player.pause();
  player.seek(8.2);
  expect(element.currentTime).toBe(8.2);
  player.play(track(1));
  element.tell("playing");
  expect(element.currentTime).toBeCloseTo(8.92);
  stop();
  await reach(4.1);
  expect(element.currentTime).toBe(4.1);
});
