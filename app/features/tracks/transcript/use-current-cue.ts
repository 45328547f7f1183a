import { useEffect, useState } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { Cue } from "../track.ts";
import { cueIndexAt } from "./cues.ts";

/** A line becomes current this much early (ms), so that a slightly late position does not switch it back. */
const leadMs = 50;
/** A line that begins within this time (ms) gets an exact timer: the position is reported a few times a second only. */
const timerRangeMs = 400;

/** Index of the line of track `trackId` that is being played, -1 for none. Renders again with each new line. */
export function useCurrentCue(cues: readonly Cue[], trackId: number): number {
  const player = usePlayer();
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const { track, status, rate } = player.getPlayback();
      if (track?.id !== trackId || status === "idle") return setCurrent(-1);
      const ms = player.getPosition() * 1000 + leadMs;
      const index = cueIndexAt(cues, ms);
      setCurrent(index);
      const wait = ((cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - ms) / rate;
      if (status === "playing" && wait < timerRangeMs) timer = setTimeout(() => setCurrent(index + 1), wait);
    };
    update();
    const unsubscribe = player.subscribe(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [player, cues, trackId]);
  return current;
}
