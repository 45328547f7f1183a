import type { Speaker } from "#app/engines/script/script.ts";
import { speakerAt, type Turn } from "#app/features/tracks/turns/turns.ts";
import { usePlayback, usePosition } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/** The brush stroke of the left lobe, from the crossing at (300, 140) and back to it. */
const brush =
  "M304 135C264 95 224 30 160 30C82 30 24 78 24 140C24 202 82 250 160 250C224 250 264 185 304 145L296 135C258 173 218 212 156 214C102 215 64 182 64 140C64 98 102 65 156 66C218 68 258 107 296 145Z";
const middle =
  "M300 140C262 101 222 48 159 48C92 48 44 88 44 140C44 192 92 232 159 232C222 232 262 179 300 140";

interface InkInfinityProps {
  track: PlayableTrack;
  turns: readonly Turn[];
  /** The id of its clip path: another one's may be in a panel that is not displayed, which would clip nothing here. */
  brushId: string;
}

/**
 * The ∞ of two voices: ink fills A's lobe, then B's, with what was played (`--played`, 0 to 100). The speaker's lobe is wet,
 * the other one dries. Decorative: the seek bar is the control.
 */
export function InkInfinity({ track, turns, brushId }: InkInfinityProps) {
  const isPlaying = usePlayback(
    ({ track: current, status }) => current?.id === track.id && status === "playing",
  );
  const played = usePosition(
    (seconds) => (track.duration > 0 ? Math.min(100, Math.round((seconds / track.duration) * 1000) / 10) : 0),
    track.id,
  );
  const speaking = isPlaying ? speakerAt(turns, (played / 100) * track.duration) : null;
  // A single voice has one lobe; the other one stays pale.
  const isOneVoice = turns.length > 0 && turns.every(({ speaker }) => speaker === "A");
  return (
    <svg
      viewBox="0 0 600 280"
      fill="none"
      strokeWidth="46"
      aria-hidden="true"
      style={{ "--played": isOneVoice ? played / 2 : played }}
      className="player-ink"
    >
      <clipPath id={brushId}>
        <path d={brush} />
      </clipPath>
      <Lobe speaker="A" speaking={speaking} brushId={brushId} />
      <g transform="matrix(-1 0 0 1 600 0)">
        <Lobe speaker="B" speaking={speaking} brushId={brushId} />
      </g>
    </svg>
  );
}

interface LobeProps {
  speaker: Speaker;
  speaking: Speaker | null;
  brushId: string;
}

function Lobe({ speaker, speaking, brushId }: LobeProps) {
  return (
    <g
      clipPath={`url(#${brushId})`}
      className={speaker === "A" ? "ink-a" : "ink-b"}
      data-wet={speaking === speaker || undefined}
    >
      <path d={middle} className="ink-pale" />
      <path d={middle} pathLength="100" className="ink-told" />
    </g>
  );
}
