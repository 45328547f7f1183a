import { fetchCues } from "#app/features/tracks/turns/fetch-cues.ts";
import type { SpokenCue } from "#app/features/tracks/turns/turns.ts";
import type { Player } from "../playback.ts";

/** The sound of a sentence has faded this long after its end, in seconds. */
const fade = 0.06;
/** What stays of a pause before the next sentence, in seconds. */
const lead = 0.08;
/** A pause is shortened if it loses at least this much, in seconds: a seek takes a moment itself. */
const minGain = 0.15;

/** A part of a track that is skipped, in seconds. */
interface Skip {
  from: number;
  to: number;
}

/** What may be skipped of each longer pause between sentences. */
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
 * Shortens the pauses between sentences of whatever plays, by seeking within their silence: nobody hears the jump, and
 * position, strip and transcript follow it as any other. Only a position that the sound has reached counts, of which the
 * player hears five times a second: so some 200 ms stay of a pause, and a stalled sound loses no word. Without sentences from
 * the server nothing is skipped. Returns the function that stops it.
 */
export function skipPauses(player: Player): () => void {
  let trackId: number | undefined;
  let skips: readonly Skip[] = [];

  const look = () => {
    const { track, status } = player.getPlayback();
    if (track?.id !== trackId) {
      trackId = track?.id;
      skips = [];
      if (track) void load(track.id);
    }
    const position = player.getPosition();
    const skip = skips.find(({ from, to }) => position >= from && to - position >= minGain / 2);
    if (skip && status === "playing") player.seek(skip.to);
  };
  const load = async (id: number) => {
    const spoken = await fetchCues(id);
    if (id === trackId && spoken) skips = skipsOf(spoken.cues);
  };
  look();
  return player.subscribe(look);
}
