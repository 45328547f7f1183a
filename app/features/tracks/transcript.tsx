import { type MouseEvent, useEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import type { PlayableTrack } from "../playback/playback.ts";
import { usePlayback, usePlayer, usePosition } from "../playback/use-player.tsx";
import { spokenCue } from "./spoken-cue.ts";
import type { Cue } from "./track.ts";

/** Following the voice rests this long after people scrolled themselves, in ms. */
const handsOffMs = 4000;

const voices = {
  A: {
    side: "pr-8 rail:pr-16",
    ground: "rounded-tl-[4px] bg-voice-a-tint",
    lit: "border-voice-a",
    ink: "text-voice-a",
  },
  B: {
    side: "justify-end pl-8 rail:pl-16",
    ground: "rounded-tr-[4px] bg-voice-b-tint",
    lit: "border-voice-b",
    ink: "text-voice-b",
  },
} as const;

interface TranscriptProps {
  track: PlayableTrack;
  cues: readonly Cue[];
}

/**
 * What is said, as a conversation: A left, B right, the spoken line lit. A press on a line goes there; without
 * JavaScript it opens the audio at that second.
 */
export function Transcript({ track, cues }: TranscriptProps) {
  const player = usePlayer();
  const isCurrent = usePlayback(({ track: current }) => current?.id === track.id);
  const isPlaying = usePlayback(({ status }) => status === "playing");
  const found = usePosition((seconds) => spokenCue(cues, seconds * 1000), track.id);
  const spoken = isCurrent ? found : -1;
  const list = useRef<HTMLOListElement>(null);
  useFollow(list, isPlaying ? spoken : -1);
  const go = (event: MouseEvent, cue: Cue) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    player.play(track, { from: cue.startMs / 1000 });
  };
  return (
    <ol ref={list} className="space-y-3">
      {cues.map((cue, position) => (
        <li
          key={cue.startMs}
          className={classNames(
            "flex",
            cue.speaker === "A" ? "pr-8 rail:pr-16" : "justify-end pl-8 rail:pl-16",
          )}
        >
          <a
            href={`/api/stream/${track.id}#t=${(cue.startMs / 1000).toFixed(1)}`}
            onPointerDown={() => player.prepare(track)}
            onClick={(event) => go(event, cue)}
            aria-current={position === spoken ? "true" : undefined}
            className={classNames(
              "block min-h-11 rounded-[18px] border-2 px-4 py-2 leading-[1.7] transition-[background-color,border-color,color]",
              voices[cue.speaker].ground,
              position === spoken ? voices[cue.speaker].lit : "border-transparent",
              spoken >= 0 && position !== spoken && "text-ink/75 hover:text-ink",
            )}
          >
            <span
              className={classNames(
                "mr-2 text-xs font-bold",
                cue.speaker === "A" ? "text-voice-a" : "text-voice-b",
              )}
            >
              <span className="sr-only">声</span>
              {cue.speaker}
            </span>
            {cue.text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Keeps line `spoken` in sight, gently, and never against people's own scrolling. */
function useFollow(list: React.RefObject<HTMLOListElement | null>, spoken: number): void {
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = () => {
      scrolledAt.current = performance.now();
    };
    const events = ["wheel", "touchmove", "keydown"] as const;
    for (const name of events) window.addEventListener(name, note, { passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, note);
    };
  }, []);
  useEffect(() => {
    const line = list.current?.children[spoken];
    if (!line || performance.now() - scrolledAt.current < handsOffMs) return;
    const { top, bottom } = line.getBoundingClientRect();
    const inSight = top > window.innerHeight * 0.12 && bottom < window.innerHeight * 0.66;
    if (inSight) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    line.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
  }, [list, spoken]);
}
