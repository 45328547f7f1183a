import type { Speaker } from "#app/engines/script/script.ts";
import type { Cue } from "../track.ts";

export interface Turn {
  speaker: Speaker;
  start: number;
  end: number;
}

export interface SpokenCue {
  speaker: Speaker;
  text: string;
  startMs: number;
  endMs: number;
}

export interface SpokenTrack {
  cues: readonly SpokenCue[];
  turns: string;
}

/**
 * The turns in a few bytes: speaker and start in tenths of a second, `A0B43A81`. `C` marks a chapter's begin, except the first,
 * before the turn or alone within one: `A0CB43C60`.
 */
export function encodeTurns(
  cues: readonly (Pick<Cue, "speaker" | "startMs"> & { section?: string | null })[],
): string {
  let last: Speaker | null = null;
  let encoded = "";
  for (const { speaker, startMs, section } of cues) {
    const start = Math.round(startMs / 100);
    if (section && encoded) encoded += speaker === last ? `C${start}` : "C";
    if (speaker !== last) encoded += `${speaker}${start}`;
    last = speaker;
  }
  return encoded;
}

/** The chapters' starts in seconds, except the first. */
export function decodeChapters(encoded: string): number[] {
  return [...encoded.matchAll(/C[AB]?(\d+)/g)].map(([, tenths]) => Number(tenths) / 10);
}

/** The turns of `encodeTurns`; the last ends at `duration` (seconds). Unreadable text gives none. */
export function decodeTurns(encoded: string, duration: number): Turn[] {
  const starts = [...encoded.matchAll(/([AB])(\d+)/g)].map(([, speaker, tenths]) => ({
    speaker: speaker === "B" ? ("B" as const) : ("A" as const),
    start: Number(tenths) / 10,
  }));
  return starts.flatMap(({ speaker, start }, index) => {
    const end = Math.min(duration, starts[index + 1]?.start ?? duration);
    return end > start ? [{ speaker, start, end }] : [];
  });
}

/** Null before the first turn. */
export function speakerAt(turns: readonly Turn[], seconds: number): Speaker | null {
  return turns.findLast(({ start }) => start <= seconds)?.speaker ?? null;
}

export const stripWidth = 1000;
const gap = 5;

/** One SVG path of dots where chapters begin, below the bars: lines of no length, whose round ends show. */
export const chapterPath = (chapters: readonly number[], duration: number): string =>
  chapters
    .filter((start) => start < duration)
    .map((start) => `M${Math.round((start / duration) * stripWidth)} 24h0`)
    .join("");

/** One SVG path of a speaker's turns: A's bars above the middle of a strip 24 units high, B's below. */
export function stripPath(turns: readonly Turn[], speaker: Speaker, duration: number): string {
  if (duration <= 0) return "";
  const top = speaker === "A" ? 2 : 14;
  return turns
    .filter((turn) => turn.speaker === speaker)
    .map(({ start, end }) => {
      const x = Math.round((start / duration) * stripWidth);
      const width = Math.max(3, Math.round((end / duration) * stripWidth) - x - gap);
      return `M${x} ${top}h${width}v8h-${width}z`;
    })
    .join("");
}
