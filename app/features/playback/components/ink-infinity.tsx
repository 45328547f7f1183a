import type { Speaker } from "#app/engines/script/script.ts";
import { speakerAt, type Turn } from "#app/features/tracks/turns/turns.ts";
import { usePlayback, usePosition } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/** A brush stroke of one lobe, the left one, from the crossing at (300, 140) and back to it: thin there, full at the bend. */
const brush =
  "M304 136C295 127 272 98 252 82C232 65 210 44 182 38C154 31 110 25 84 42C59 59 28 107 28 140C28 173 59 220 85 237C110 254 154 250 182 243C210 237 232 215 252 198C272 181 295 153 304 144L296 136C287 144 262 172 242 185C223 199 200 213 177 218C153 222 122 223 103 210C83 197 60 163 60 140C60 117 84 84 103 70C123 57 154 57 177 61C200 66 222 81 242 95C262 109 287 136 296 144Z";
/** The middle of that stroke. */
const middle =
  "M300 140C288 129 256 89 227 73C197 57 153 35 123 46C92 57 44 109 44 140C44 171 92 223 123 234C153 245 197 223 227 207C256 191 288 151 300 140";

interface InkInfinityProps {
  track: PlayableTrack;
  turns: readonly Turn[];
  className: string;
}

/**
 * The ∞ of two voices: ink fills A's lobe, then B's, with what was played (`--played`, 0 to 100); the lobe of whoever speaks is
 * wet, the other's ink dries. Before anything plays both are pale. Decorative: the seek bar is the control.
 */
export function InkInfinity({ track, turns, className }: InkInfinityProps) {
  const isPlaying = usePlayback(
    ({ track: current, status }) => current?.id === track.id && status === "playing",
  );
  const played = usePosition(
    (seconds) => (track.duration > 0 ? Math.min(100, Math.round((seconds / track.duration) * 1000) / 10) : 0),
    track.id,
  );
  const speaking = isPlaying ? speakerAt(turns, (played / 100) * track.duration) : null;
  // One voice alone: its lobe is the whole, and the other one stays pale.
  const isOneVoice = turns.length > 0 && turns.every(({ speaker }) => speaker === "A");
  return (
    <svg
      viewBox="0 0 600 280"
      fill="none"
      strokeWidth="46"
      aria-hidden="true"
      style={{ "--played": isOneVoice ? played / 2 : played }}
      className={className}
    >
      <clipPath id="ink-brush">
        <path d={brush} />
      </clipPath>
      <Lobe speaker="A" speaking={speaking} />
      <g transform="matrix(-1 0 0 1 600 0)">
        <Lobe speaker="B" speaking={speaking} />
      </g>
    </svg>
  );
}

function Lobe({ speaker, speaking }: { speaker: Speaker; speaking: Speaker | null }) {
  return (
    <g
      clipPath="url(#ink-brush)"
      className={speaker === "A" ? "ink-a" : "ink-b"}
      data-wet={speaking === speaker || undefined}
    >
      <path d={middle} className="ink-pale" />
      <path d={middle} pathLength="100" className="ink-told" />
    </g>
  );
}
