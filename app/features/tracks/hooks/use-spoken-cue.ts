import { useEffect, useState } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { spokenCue } from "../spoken-cue.ts";
import type { Cue } from "../track.ts";

/** A line is lit so much early (ms): a reading of the position that is a little behind does not take it back. */
const lead = 50;
/** A line that begins within this time is waited for exactly; the position itself is told only a few times a second. */
const soon = 400;

/** Index of the line of track `trackId` that sounds, -1 for none. Renders again when another line begins. */
export function useSpokenCue(cues: readonly Cue[], trackId: number): number {
  const player = usePlayer();
  const [spoken, setSpoken] = useState(-1);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const { track, status, rate } = player.getPlayback();
      if (track?.id !== trackId || status === "idle") return setSpoken(-1);
      const ms = player.getPosition() * 1000 + lead;
      const index = spokenCue(cues, ms);
      setSpoken(index);
      const wait = ((cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - ms) / rate;
      if (status === "playing" && wait < soon) timer = setTimeout(() => setSpoken(index + 1), wait);
    };
    look();
    const stop = player.subscribe(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [player, cues, trackId]);
  return spoken;
}
