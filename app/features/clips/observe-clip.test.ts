import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportListening } from "#app/features/listening/use-listening-report.ts";
import { observeClip } from "./observe-clip.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An element that plays in the time of the test's clock. */
class FakeAudio extends EventTarget {
  paused = true;
  playbackRate = 1;
  #position = 0;
  #since = 0;
  get currentTime() {
    return this.paused ? this.#position : this.#position + (performance.now() - this.#since) / 1000;
  }
  set currentTime(seconds: number) {
    this.#position = seconds;
    this.#since = performance.now();
    this.dispatchEvent(new Event("seeked"));
  }
  play() {
    this.#since = performance.now();
    this.paused = false;
    this.dispatchEvent(new Event("play"));
    this.dispatchEvent(new Event("playing"));
  }
  pause() {
    if (this.paused) return;
    this.#position = this.currentTime;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }
}

test("a passage stops with its end, and is counted by the rules of all playback", async () => {
  const counted: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    counted.push(path);
    return Response.json({ success: true });
  });
  const audio = new FakeAudio();
  const observed = observeClip(audio, { trackId: 7, end: 14 });
  const countPlay = vi.fn();
  const stop = reportListening({ ...observed, countPlay });
  const listen = async (seconds: number) => {
    for (let step = 0; step < seconds * 4; step++) {
      await vi.advanceTimersByTimeAsync(250);
      audio.dispatchEvent(new Event("timeupdate"));
    }
  };
  audio.currentTime = 10;
  expect(counted).toEqual([]);
  audio.play();
  await listen(2);
  expect(counted).toEqual(["/api/tracks/7/increment-impression-count"]);
  audio.pause();
  await listen(5);
  expect(countPlay).not.toHaveBeenCalled();
  audio.play();
  await listen(1.5);
  expect(counted).toEqual(["/api/tracks/7/increment-impression-count", "/api/tracks/7/increment-play-count"]);
  expect(countPlay).toHaveBeenCalledTimes(1);
  await listen(5);
  expect(audio.paused).toBe(true);
  expect(audio.currentTime).toBeCloseTo(14, 1);
  expect(observed.getPlayback()).toEqual({ track: { id: 7 }, status: "ended" });
  // From the beginning again: another play, which the server judges.
  audio.currentTime = 10;
  audio.play();
  await listen(3.5);
  expect(countPlay).toHaveBeenCalledTimes(2);
  stop();
});
