import { fetchCues } from "#app/features/tracks/turns/fetch-cues.ts";
import type { SpokenCue } from "#app/features/tracks/turns/turns.ts";
import type { Player } from "../playback.ts";

/** Time in which a sentence's sound fades after its end, in seconds. */
const fade = 0.06;
/** What stays of a pause before the next sentence, in seconds. */
const lead = 0.08;
/** Nearer pauses are waited for; the position is reported more often than this, in seconds. */
const soon = 0.4;
/** A shorter gain, in seconds, isn't worth a seek, which takes a moment itself. */
const minGain = 0.15;

interface Skip {
  from: number;
  to: number;
}

/** The parts to skip of the pauses between sentences. A short pause has none. */
export function skipsOf(cues: readonly Pick<SpokenCue, "startMs" | "endMs">[]): Skip[] {
  return cues.flatMap(({ endMs }, index) => {
    const next = cues[index + 1];
    if (!next) return [];
    const from = endMs / 1000 + fade;
    const to = next.startMs / 1000 - lead;
    return to - from >= minGain ? [{ from, to }] : [];
  });
}

/**
 * Shortens pauses by seeking within their silence, so that position, strip and transcript follow. It seeks only once the sound
 * has reached the pause, or a stalled sound would lose words. It sets a timer for when a pause should begin: the player reports a
 * position only five times a second, when a pause may be half over. Skips nothing without cues from the server. Returns the
 * function that stops it.
 */
export function skipPauses(player: Player): () => void {
  let trackId: number | undefined;
  let skips: readonly Skip[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    clearTimeout(timer);
    const { track, status, rate } = player.getPlayback();
    if (track?.id !== trackId) {
      trackId = track?.id;
      skips = [];
      if (track) void load(track.id);
    }
    const position = player.getPosition();
    const skip = skips.find(({ to }) => to - position >= minGain / 2);
    if (!skip || status !== "playing") return;
    const wait = (skip.from - position) / rate;
    if (wait <= 0) player.seek(skip.to);
    else if (wait < soon) timer = setTimeout(() => player.measurePosition(), wait * 1000);
  };
  const load = async (id: number) => {
    const spoken = await fetchCues(id);
    if (id === trackId && spoken) skips = skipsOf(spoken.cues);
  };
  look();
  const unsubscribe = player.subscribe(look);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
