import { type KeyboardEvent, useState } from "react";
import { formatTime, spokenTime } from "#app/lib/format-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { usePlaybackOf, usePlayer, usePosition } from "../hooks/use-player.tsx";
import type { PlayableTrack } from "../playback.ts";

/** Seconds that one press of an arrow key, and of a page key, moves. */
const steps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

interface SeekBarProps {
  track: PlayableTrack;
  className?: string;
}

/** Elapsed time, a slider and the whole time of a track. Moving it before the track plays starts it there. */
export function SeekBar({ track, className }: SeekBarProps) {
  const player = usePlayer();
  const isCurrent = usePlaybackOf(track.id, (own) => own !== null);
  const position = usePosition((seconds) => Math.round(seconds * 4) / 4, track.id);
  /** Where the thumb is held, until it is let go. */
  const [held, setHeld] = useState<number | null>(null);
  const shown = held ?? position;
  const go = (seconds: number) => (isCurrent ? player.seek(seconds) : player.play(track, { from: seconds }));
  const letGo = () => {
    if (held !== null) go(held);
    setHeld(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(Math.min(track.duration, Math.max(0, position + step)));
  };
  const percent = track.duration > 0 ? Math.min(100, (shown / track.duration) * 100) : 0;
  return (
    <div
      className={classNames(
        "flex items-center gap-2 text-xs text-muted tabular-nums unscripted:hidden",
        className,
      )}
    >
      <span className="min-w-[2.6em]">{formatTime(shown)}</span>
      <input
        type="range"
        aria-label="再生位置"
        aria-valuetext={`${spokenTime(shown)} / ${spokenTime(track.duration)}`}
        min={0}
        max={Math.max(1, Math.floor(track.duration))}
        step={0.25}
        value={shown}
        onChange={(event) => {
          const seconds = event.currentTarget.valueAsNumber;
          if (held === null) go(seconds);
          else setHeld(seconds);
        }}
        onPointerDown={() => setHeld(position)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={onKeyDown}
        style={{ "--filled": `${percent}%` }}
        className="seek-bar min-w-0 flex-1"
      />
      <span className="min-w-[2.6em] text-right">{formatTime(track.duration)}</span>
    </div>
  );
}
