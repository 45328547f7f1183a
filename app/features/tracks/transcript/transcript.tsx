import { type MouseEvent, memo, useCallback, useRef } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import type { Claim } from "../fact-check.schema.ts";
import type { Cue } from "../track.ts";
import { ClaimList, checkedClaimsIn } from "./claim-list.tsx";
import { useAutoScroll } from "./use-auto-scroll.ts";
import { useCurrentCue } from "./use-current-cue.ts";

const voices = {
  A: {
    side: "pr-8 rail:pr-16",
    background: "rounded-tl-[4px] bg-voice-a-tint",
    highlight: "aria-[current]:border-voice-a",
    label: "text-voice-a",
  },
  B: {
    side: "justify-end pl-8 rail:pl-16",
    background: "rounded-tr-[4px] bg-voice-b-tint",
    highlight: "aria-[current]:border-voice-b",
    label: "text-voice-b",
  },
} as const;

interface TranscriptProps {
  track: PlayableTrack;
  cues: readonly Cue[];
  claims: readonly Claim[];
}

/**
 * The transcript as a conversation: A left, B right, the current line highlighted and scrolled into view. A click on a
 * line plays from there; without JavaScript it opens the audio file at that second. Below a line stands what a check says
 * about it.
 */
export function Transcript({ track, cues, claims }: TranscriptProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const current = useCurrentCue(cues, track.id);
  const list = useRef<HTMLOListElement>(null);
  const { offScreen, scrollBack } = useAutoScroll(list, current);
  const playFrom = useCallback(
    (event: MouseEvent, cue: Cue) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      player.play(track, { from: cue.startMs / 1000, queue: readQueue?.() });
    },
    [player, track, readQueue],
  );
  const preload = useCallback(() => player.preload(track), [player, track]);
  return (
    <div>
      <ol ref={list} data-live={current >= 0 || undefined} className="group/lines space-y-3">
        {cues.map((cue, position) => (
          <Line
            key={cue.startMs}
            cue={cue}
            claims={claims}
            trackId={track.id}
            isCurrent={position === current}
            onPlay={playFrom}
            onPreload={preload}
          />
        ))}
      </ol>
      {offScreen && (
        <div className="pointer-events-none sticky bottom-[calc(12.5rem+env(safe-area-inset-bottom))] z-10 flex h-0 items-end justify-center rail:bottom-36 panel:bottom-6">
          <Button
            type="button"
            variant="quiet"
            onClick={scrollBack}
            className="pointer-events-auto animate-appear shadow-floating"
          >
            <span className="inline-flex items-center gap-2">
              <Icon name="down" className={classNames(offScreen === "above" && "rotate-180")} />
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
  /** Those of the whole script. */
  claims: readonly Claim[];
  trackId: number;
  isCurrent: boolean;
  onPlay: (event: MouseEvent, cue: Cue) => void;
  onPreload: () => void;
}

/** Memoized: renders again only when it becomes or stops being the current line. */
const Line = memo(function Line({ cue, claims, trackId, isCurrent, onPlay, onPreload }: LineProps) {
  const { side, background, highlight, label } = voices[cue.speaker];
  const checked = checkedClaimsIn(claims, cue.text);
  return (
    <li className={classNames("flex flex-wrap", side)}>
      <a
        href={`/api/stream/${trackId}#t=${(cue.startMs / 1000).toFixed(1)}`}
        onPointerDown={onPreload}
        onClick={(event) => onPlay(event, cue)}
        aria-current={isCurrent || undefined}
        className={classNames(
          "block min-h-11 rounded-[18px] border-2 border-transparent px-4 py-2 leading-[1.7] transition-[background-color,border-color,color]",
          "group-data-live/lines:not-aria-[current]:not-hover:text-ink/75",
          background,
          highlight,
        )}
      >
        <span className={classNames("mr-2 text-xs font-bold", label)}>
          <span className="sr-only">声</span>
          {cue.speaker}
        </span>
        {cue.text}
      </a>
      {checked.length > 0 && (
        <div className="w-full px-4 pt-2">
          <ClaimList claims={checked} />
        </div>
      )}
    </li>
  );
});
