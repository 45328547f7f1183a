import { type KeyboardEvent, useState } from "react";
import { formatSpokenTime, formatTime } from "#app/lib/format-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { usePlayer, usePosition, useTrackPlayback } from "../hooks/use-player.tsx";
import { type PlayableTrack, shownPosition } from "../playback.ts";
import { useListQueue } from "../queue/list-queue.tsx";

/** Seek distance by key, in seconds. */
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

/** Elapsed time, slider and duration of a track. Moving the slider of a track that is not current plays it from there. */
export function SeekBar({ track, className }: SeekBarProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const isCurrent = useTrackPlayback(track.id, (playback) => playback !== null);
  const position = usePosition((seconds) => shownPosition(seconds, track.duration), track.id);
  /** The thumb's position while it is dragged, in seconds. */
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? position;
  const seekTo = (seconds: number) =>
    isCurrent ? player.seek(seconds) : player.play(track, { from: seconds, queue: readQueue?.() });
  const endDrag = () => {
    if (dragged !== null) seekTo(dragged);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seekTo(Math.min(track.duration, Math.max(0, position + step)));
  };
  const percent = track.duration > 0 ? Math.min(100, (shown / track.duration) * 100) : 0;
  return (
    <div className={classNames("seek", className)}>
      <span>{formatTime(shown)}</span>
      <input
        type="range"
        aria-label="再生位置"
        aria-valuetext={`${formatSpokenTime(shown)} / ${formatSpokenTime(track.duration)}`}
        min={0}
        max={Math.max(1, Math.floor(track.duration))}
        step={0.25}
        value={shown}
        onChange={(event) => {
          const seconds = event.currentTarget.valueAsNumber;
          if (dragged === null) seekTo(seconds);
          else setDragged(seconds);
        }}
        onPointerDown={() => setDragged(position)}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onKeyDown={onKeyDown}
        style={{ "--filled": `${percent}%` }}
        className="seek-bar"
      />
      <span>{formatTime(track.duration)}</span>
    </div>
  );
}
