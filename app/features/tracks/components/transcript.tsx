import { type MouseEvent, memo, useCallback, useRef } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useFollowVoice } from "../hooks/use-follow-voice.ts";
import { useSpokenCue } from "../hooks/use-spoken-cue.ts";
import type { Cue } from "../track.ts";

const voices = {
  A: {
    side: "pr-8 rail:pr-16",
    ground: "rounded-tl-[4px] bg-voice-a-tint",
    lit: "aria-[current]:border-voice-a",
    ink: "text-voice-a",
  },
  B: {
    side: "justify-end pl-8 rail:pl-16",
    ground: "rounded-tr-[4px] bg-voice-b-tint",
    lit: "aria-[current]:border-voice-b",
    ink: "text-voice-b",
  },
} as const;

interface TranscriptProps {
  track: PlayableTrack;
  cues: readonly Cue[];
}

/**
 * What is said, as a conversation: A left, B right, the spoken line lit and kept in sight. A press on a line goes
 * there; without JavaScript it opens the audio at that second.
 */
export function Transcript({ track, cues }: TranscriptProps) {
  const player = usePlayer();
  const spoken = useSpokenCue(cues, track.id);
  const list = useRef<HTMLOListElement>(null);
  const { away, comeBack } = useFollowVoice(list, spoken);
  const go = useCallback(
    (event: MouseEvent, cue: Cue) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      player.play(track, { from: cue.startMs / 1000 });
    },
    [player, track],
  );
  const prepare = useCallback(() => player.prepare(track), [player, track]);
  return (
    <div>
      <ol ref={list} data-live={spoken >= 0 || undefined} className="group/lines space-y-3">
        {cues.map((cue, position) => (
          <Line
            key={cue.startMs}
            cue={cue}
            trackId={track.id}
            isSpoken={position === spoken}
            onGo={go}
            onPrepare={prepare}
          />
        ))}
      </ol>
      {away && (
        <div className="pointer-events-none sticky bottom-[calc(12.5rem+env(safe-area-inset-bottom))] z-10 flex h-0 items-end justify-center rail:bottom-36 panel:bottom-6">
          <Button
            type="button"
            variant="quiet"
            onClick={comeBack}
            className="pointer-events-auto animate-appear shadow-floating"
          >
            <span className="inline-flex items-center gap-2">
              <Icon name="down" className={classNames(away === "above" && "rotate-180")} />
              声に戻る
            </span>
          </Button>
        </div>
      )}
    </div>
  );
}

interface LineProps {
  cue: Cue;
  trackId: number;
  isSpoken: boolean;
  onGo: (event: MouseEvent, cue: Cue) => void;
  onPrepare: () => void;
}

/** Rendered again only when it begins or ends to be the spoken one. */
const Line = memo(function Line({ cue, trackId, isSpoken, onGo, onPrepare }: LineProps) {
  const { side, ground, lit, ink } = voices[cue.speaker];
  return (
    <li className={classNames("flex", side)}>
      <a
        href={`/api/stream/${trackId}#t=${(cue.startMs / 1000).toFixed(1)}`}
        onPointerDown={onPrepare}
        onClick={(event) => onGo(event, cue)}
        aria-current={isSpoken || undefined}
        className={classNames(
          "block min-h-11 rounded-[18px] border-2 border-transparent px-4 py-2 leading-[1.7] transition-[background-color,border-color,color]",
          "group-data-live/lines:not-aria-[current]:not-hover:text-ink/75",
          ground,
          lit,
        )}
      >
        <span className={classNames("mr-2 text-xs font-bold", ink)}>
          <span className="sr-only">声</span>
          {cue.speaker}
        </span>
        {cue.text}
      </a>
    </li>
  );
});
