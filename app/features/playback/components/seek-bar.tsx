import { type KeyboardEvent, type PointerEvent, useState } from "react";
import {
  chapterPath,
  decodeChapters,
  stripPath,
  stripWidth,
  type Turn,
} from "#app/features/tracks/turns/turns.ts";
import { useCues, useTurns } from "#app/features/tracks/turns/use-cues.ts";
import { formatSpokenTime, formatTime } from "#app/lib/format-time.ts";
import { usePlayer, usePosition, useTrackPlayback } from "../hooks/use-player.tsx";
import { type PlayableTrack, seekSeconds, shownPosition } from "../playback.ts";
import { useListQueue } from "../queue/list-queue.tsx";

const forwardKeys = ["ArrowRight", "ArrowUp", "PageUp"];
const backKeys = ["ArrowLeft", "ArrowDown", "PageDown"];

interface SeekBarProps {
  track: PlayableTrack;
  variant?: "strip" | "line";
}

/**
 * The turn strip: who speaks when, A above, B below, with a slider over it, the elapsed time and the duration. Moving the
 * slider of a track that is not current plays it from there. Pointer and slider show the time and the line at their place.
 */
export function SeekBar({ track, variant = "strip" }: SeekBarProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const isCurrent = useTrackPlayback(track.id, (playback) => playback !== null);
  const position = usePosition((seconds) => shownPosition(seconds, track.duration), track.id);
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const hasStrip = variant === "strip";
  const spoken = useCues(track.id, hasStrip && (isCurrent || pointed !== null));
  const turns = useTurns(track, spoken);
  const shown = dragged ?? position;
  const seekTo = (seconds: number) =>
    isCurrent ? player.seek(seconds) : player.play(track, { from: seconds, queue: readQueue?.() });
  const endDrag = () => {
    if (dragged !== null) seekTo(dragged);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = Number(forwardKeys.includes(event.key)) - Number(backKeys.includes(event.key));
    if (direction === 0) return;
    event.preventDefault();
    seekTo(Math.min(track.duration, Math.max(0, position + direction * seekSeconds)));
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)) * track.duration);
  };
  const percent = track.duration > 0 ? Math.min(100, (shown / track.duration) * 100) : 0;
  const hinted = hasStrip ? (dragged ?? pointed) : null;
  return (
    <div className={hasStrip ? "seek" : "seek-line"} style={{ "--filled": `${percent}%` }}>
      {hinted !== null && (
        <Hint
          percent={(hinted / track.duration) * 100}
          time={formatTime(hinted)}
          text={spoken.cues.findLast(({ startMs }) => startMs <= hinted * 1000)?.text}
        />
      )}
      <div className="strip">
        {hasStrip && (
          <Strip turns={turns} chapters={decodeChapters(track.turns ?? "")} duration={track.duration} />
        )}
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
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
          onKeyDown={onKeyDown}
          className="seek-bar"
        />
      </div>
      {hasStrip && (
        <div aria-hidden="true" className="seek-times">
          <span>{formatTime(shown)}</span>
          <span>{formatTime(track.duration)}</span>
        </div>
      )}
    </div>
  );
}

interface StripProps {
  turns: readonly Turn[];
  chapters: readonly number[];
  duration: number;
}

function Strip({ turns, chapters, duration }: StripProps) {
  if (turns.length === 0) return <span className="strip-plain" />;
  return (
    <svg
      viewBox={`0 0 ${stripWidth} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="strip-turns"
    >
      <path d={stripPath(turns, "A", duration)} className="fill-voice-a" />
      <path d={stripPath(turns, "B", duration)} className="fill-voice-b" />
      <path d={chapterPath(chapters, duration)} className="strip-chapters" />
    </svg>
  );
}

function Hint({ percent, time, text }: { percent: number; time: string; text: string | undefined }) {
  return (
    <p aria-hidden="true" className="seek-hint">
      <span className="seek-hint-text" style={{ "--at": `${percent}%` }}>
        {time}
        {text && ` ${text}`}
      </span>
    </p>
  );
}
