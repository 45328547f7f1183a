import { Fragment, type MouseEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Claim } from "#app/engines/fact-check/fact-check.schema.ts";
import type { SpeakerNames } from "#app/engines/script/script.ts";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { formatTime } from "#app/lib/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useOneTabStop } from "#app/ui/use-one-tab-stop.ts";
import type { Cue } from "../track.ts";
import { ClaimList, checkedClaimsIn } from "./claim-list.tsx";
import { type CueTurn, cueIndexAt, groupByTurn, sentenceGap, turnText } from "./cues.ts";
import { useAutoScroll } from "./use-auto-scroll.ts";

const voices = {
  A: { line: "mr-8 border-voice-a rail:mr-16", label: "text-voice-a" },
  B: { line: "ml-8 border-voice-b rail:ml-16", label: "text-voice-b" },
} as const;

interface TranscriptProps {
  track: PlayableTrack;
  cues: readonly Cue[];
  claims: readonly Claim[];
  names: SpeakerNames;
}

/**
 * The transcript as a conversation, A left, B right. What was said is in full ink, the current sentence bold, the rest pale;
 * the turn is scrolled into view. A click on a sentence or section plays from there; without JavaScript it opens the audio at
 * that second. Below a turn stands what a check says.
 */
export function Transcript({ track, cues, claims, names }: TranscriptProps) {
  const player = usePlayer();
  const readQueue = useListQueue();
  const current = useCurrentCue(cues, track.id);
  const turns = useMemo(() => groupByTurn(cues), [cues]);
  const currentCue = cues[current];
  const currentTurn = currentCue ? turns.findIndex(([first]) => first.turn === currentCue.turn) : -1;
  const list = useRef<HTMLOListElement>(null);
  const { offScreen, scrollBack } = useAutoScroll(list, currentTurn);
  useOneTabStop(list, ".transcript-line a", turns);
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
      <Cached
        as="ol"
        ref={list}
        data-live={current >= 0 || undefined}
        className="transcript space-y-3"
        of={Lines}
        props={{ turns, claims, names, trackId: track.id, current: currentCue }}
        callbacks={{ onPlay: playFrom, onPreload: preload }}
      />
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

interface Lines {
  claims: readonly Claim[];
  trackId: number;
  current: Cue | undefined;
  onPlay: (event: MouseEvent, cue: Cue) => void;
  onPreload: () => void;
}

function Lines({ turns, names, current, ...rest }: Lines & { turns: CueTurn<Cue>[]; names: SpeakerNames }) {
  return turns.map((turn) => (
    <Line
      key={turn[0].startMs}
      turn={turn}
      name={names[turn[0].speaker]}
      current={current?.turn === turn[0].turn ? current : undefined}
      {...rest}
    />
  ));
}

interface LineProps extends Lines {
  turn: CueTurn<Cue>;
  name: string | undefined;
}

/** Memoized: renders only when another of its sentences is current. */
const Line = memo(function Line({ turn, claims, name, trackId, current, onPlay, onPreload }: LineProps) {
  const [first] = turn;
  const { line, label } = voices[first.speaker];
  const checked = checkedClaimsIn(claims, turnText(turn));
  const linkOf = (cue: Cue) => ({
    href: `/api/stream/${trackId}#t=${(cue.startMs / 1000).toFixed(1)}`,
    onPointerDown: onPreload,
    onClick: (event: MouseEvent) => onPlay(event, cue),
  });
  return (
    <li>
      {first.section !== null && (
        <h3 className="pt-4 pb-2 text-base">
          <a {...linkOf(first)} className="inline-flex min-h-11 items-center gap-2 hover:underline">
            <span className="text-xs font-normal text-muted tabular-nums">
              {formatTime(first.startMs / 1000)}
            </span>
            {first.section}
          </a>
        </h3>
      )}
      <p className={classNames("transcript-line min-h-11 border-l-4 py-1 pl-4 leading-[1.7]", line)}>
        <span className={classNames("mr-2 text-xs font-bold", label)}>
          {name ?? (
            <>
              <span className="sr-only">声</span>
              {first.speaker}
            </>
          )}
        </span>
        {turn.map((cue, position) => (
          <Fragment key={cue.startMs}>
            {sentenceGap(turn[position - 1]?.text)}
            <a {...linkOf(cue)} aria-current={cue === current || undefined}>
              {cue.text}
            </a>
          </Fragment>
        ))}
      </p>
      {checked.length > 0 && (
        <div className="w-full px-4 pt-2">
          <ClaimList claims={checked} />
        </div>
      )}
    </li>
  );
});

/** A line becomes current this early (ms), or a slightly late position would switch it back. */
const leadMs = 50;
/** A line within this time (ms) gets an exact timer, because positions come only a few times a second. */
const timerRangeMs = 400;

/** Index of the playing line; -1 for none. Renders with each new line. */
function useCurrentCue(cues: readonly Cue[], trackId: number): number {
  const player = usePlayer();
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const { track, status, rate } = player.getPlayback();
      if (track?.id !== trackId || status === "idle") return setCurrent(-1);
      const ms = player.getPosition() * 1000 + leadMs;
      const index = cueIndexAt(cues, ms);
      setCurrent(index);
      const wait = ((cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - ms) / rate;
      if (status === "playing" && wait < timerRangeMs) timer = setTimeout(() => setCurrent(index + 1), wait);
    };
    update();
    const unsubscribe = player.subscribe(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [player, cues, trackId]);
  return current;
}
