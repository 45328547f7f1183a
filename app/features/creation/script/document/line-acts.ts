import type { Speaker } from "#app/engines/script/script.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { splitPlaceReadings } from "#app/lib/place-readings.ts";

/** May be empty, and have line breaks. */
export interface EditedLine {
  speaker: Speaker;
  text: string;
}

export const lineActs = ["up", "down", "split", "merge", "add", "remove"] as const;

/** `keep` only stores what was typed. */
const wholeActs = ["keep", "undo", "redo", "discard", "swap-all"] as const;

export type ScriptAct =
  | { [Act in (typeof wholeActs)[number]]: { act: Act } }[(typeof wholeActs)[number]]
  | { act: (typeof lineActs)[number]; line: number };

/** Reads a button's value, `undo` or `up:3`; null for another text. */
export function parseScriptAct(value: string): ScriptAct | null {
  const whole = wholeActs.find((act) => act === value);
  if (whole) return { act: whole };
  const [, name, line] = /^([a-z]+):(\d{1,4})$/u.exec(value) ?? [];
  const act = lineActs.find((known) => known === name);
  return act && line !== undefined ? { act, line: Number(line) } : null;
}

export function lineAfter(act: ScriptAct, lineCount: number): number | null {
  if (!("line" in act)) return null;
  const moved = { up: -1, down: 1, split: 1, merge: 0, add: 1, remove: 0 }[act.act];
  return Math.max(0, Math.min(lineCount - 1, act.line + moved));
}

export const lineMessages = {
  gone: "この行は、もうありません。もう一度お試しください。",
  end: "これより先へは動かせません。",
  whole: "文の終わりがないので、分けられません。分けたい所で改行すると、次の行になります。",
  last: "つなぐ行がありません。",
  only: "行は1つ以上必要です。",
  empty: "すべての行が空です。1行以上入力してください。",
};

/** Throws `Invalid` (`lines`). */
export function actOnLines(
  lines: readonly EditedLine[],
  act: Exclude<ScriptAct, { act: "keep" | "undo" | "redo" | "discard" }>,
  /** In UTF-16 units; null, or at an end: at the end of a sentence. */
  cursor: number | null,
): EditedLine[] {
  if (!("line" in act)) return lines.map((line) => ({ ...line, speaker: line.speaker === "A" ? "B" : "A" }));
  const { line: at } = act;
  const line = lines[at];
  if (!line) throw refused("gone");
  if (act.act === "up" || act.act === "down") {
    const to = act.act === "up" ? at - 1 : at + 1;
    const other = lines[to];
    if (!other) throw refused("end");
    return lines.with(at, other).with(to, line);
  }
  if (act.act === "add") return lines.toSpliced(at + 1, 0, { speaker: line.speaker, text: "" });
  if (act.act === "remove") {
    if (lines.length === 1) throw refused("only");
    return lines.toSpliced(at, 1);
  }
  if (act.act === "merge") {
    const next = lines[at + 1];
    if (!next) throw refused("last");
    return lines.toSpliced(at, 2, { ...line, text: joinTexts(line.text, next.text) });
  }
  const halves = splitText(line.text, cursor);
  if (!halves) throw refused("whole");
  return lines.toSpliced(at, 1, ...halves.map((text) => ({ ...line, text })));
}

const refused = (why: keyof typeof lineMessages) => new Invalid({ lines: [lineMessages[why]] });

/** A space between Latin words, none in Japanese. */
function joinTexts(one: string, other: string): string {
  const [before, after] = [one.trim(), other.trim()];
  return /[\w.,!?]$/u.test(before) && /^\w/u.test(after) ? `${before} ${after}` : before + after;
}

const sentenceEnd = /[。！？!?]+[」』）)】]*|\n+/gu;

/** At the cursor, else at the sentence end nearest to the middle; null if there is none. */
function splitText(text: string, cursor: number | null): [string, string] | null {
  const cut = (at: number): [string, string] | null => {
    const halves: [string, string] = [text.slice(0, at).trim(), text.slice(at).trim()];
    return halves[0] && halves[1] ? halves : null;
  };
  const atCursor = cursor === null ? null : cut(outsideMark(text, cursor));
  if (atCursor) return atCursor;
  const ends = [...text.matchAll(sentenceEnd)]
    .map(({ 0: end, index }) => index + end.length)
    .sort((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2));
  return ends.map(cut).find((halves) => halves !== null) ?? null;
}

/** Moves out of a reading or character. */
function outsideMark(text: string, cursor: number): number {
  let end = 0;
  for (const { text: word, reading } of splitPlaceReadings(text)) {
    const length = reading ? text.indexOf("》", end) + 1 - end : word.length;
    if (reading && cursor > end && cursor < end + length) return end + length;
    end += length;
  }
  const isInPair =
    /[\uDC00-\uDFFF]/.test(text.charAt(cursor)) && /[\uD800-\uDBFF]/.test(text.charAt(cursor - 1));
  return isInPair ? cursor + 1 : cursor;
}
