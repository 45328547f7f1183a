import type { SpeakerNames } from "#app/engines/script/script.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import type { Cue } from "../track.ts";

/** Index of the last cue that begins at or before `ms`; -1 before the first. `cues` must be sorted by `startMs`. */
export function cueIndexAt(cues: readonly Pick<Cue, "startMs">[], ms: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export type CueTurn<C> = readonly [C, ...C[]];

/** Groups cues by turn. */
export function groupByTurn<C extends Pick<Cue, "turn">>(cues: readonly C[]): CueTurn<C>[] {
  const turns: [C, ...C[]][] = [];
  for (const cue of cues) {
    const last = turns.at(-1);
    if (last?.[0].turn === cue.turn) last.push(cue);
    else turns.push([cue]);
  }
  return turns;
}

/** Between two sentences of a turn: a space after a word that is not Japanese. */
export function sentenceGap(before = ""): "" | " " {
  return /[!-~]$/u.test(before) ? " " : "";
}

/** A turn's sentences as one text. */
export function turnText(cues: readonly { text: string }[]): string {
  return cues.reduce((before, { text }) => `${before}${sentenceGap(before)}${text}`, "");
}

/** What precedes the first section is a chapter too, unless it is shorter. */
const minIntroductionMs = 1000;

/** The sections, and what of the script precedes them: the notice that is spoken in front is none. Empty without sections. */
export function chaptersOf(
  cues: readonly Pick<Cue, "startMs" | "section" | "turn">[],
): { startMs: number; title: string }[] {
  const sections = cues.flatMap(({ startMs, section }) =>
    section === null ? [] : [{ startMs, title: section }],
  );
  const [first] = sections;
  if (!first) return [];
  const isFirstLine = cues.find(({ section }) => section !== null)?.turn === 0;
  if (isFirstLine || first.startMs < minIntroductionMs)
    return [{ ...first, startMs: 0 }, ...sections.slice(1)];
  return [{ startMs: 0, title: "はじめに" }, ...sections];
}

/** A transcript as WebVTT, with speakers by name or mark in voice spans (W3C WebVTT §4). */
export function toWebVtt(
  cues: readonly Pick<Cue, "speaker" | "text" | "startMs" | "endMs">[],
  names: SpeakerNames = {},
): string {
  const blocks = cues.map(
    ({ speaker, text, startMs, endMs }, position) =>
      `${position + 1}\n${timestamp(startMs)} --> ${timestamp(endMs)}\n<v ${escapeCueText(names[speaker] ?? speaker)}>${escapeCueText(text)}</v>`,
  );
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`;
}

function timestamp(ms: number): string {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  const whole = Math.floor(ms);
  return `${pad(Math.floor(whole / hourMs), 2)}:${pad(Math.floor(whole / minuteMs) % 60, 2)}:${pad(Math.floor(whole / 1000) % 60, 2)}.${pad(whole % 1000, 3)}`;
}

/** A cue must contain neither markup nor a blank line nor `-->`. */
function escapeCueText(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
