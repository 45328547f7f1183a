import type { Speaker, Turn } from "#app/features/creation/script-turns.ts";
import { answersCue, chooseReaction, sad } from "./choose-reaction.ts";
import { createPhrasePicker, type PhrasePicker } from "./phrase-picker.ts";
import {
  closingReplies,
  closings,
  firstItemLead,
  handovers,
  headingLeads,
  itemNumbers,
  lastItemLead,
  nextItemLeads,
  nods,
  openingReplies,
  openingsOfOneLine,
  openingsWithoutTitle,
  openingsWithTitle,
  quietOpeningReplies,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";

/** One turn holds at most this much of running text, unless a single sentence is longer. UTF-16 units. */
const longestTurn = 180;
/** After this much from one voice the other one says something. */
const restAfter = 55;
/** Sooner where the next sentence answers a question. */
const restBeforeAnswer = 25;
/** A section longer than this changes voices on the way. */
const longSection = 260;
/** ... when at least this much of the paragraph is left. */
const worthHandingOver = 80;
/** Paragraphs shorter than this change voices without a word about it. */
const shortParagraph = 60;
/** `A: ` and the line break. */
const turnMark = 4;

const firstPerson = /私(?!たち|達|[立的語服費])|僕(?!ら?の国)|俺|わたし|ぼくは|ぼくの/u;

function other(speaker: Speaker): Speaker {
  return speaker === "A" ? "B" : "A";
}

function isQuestion(text: string): boolean {
  return /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?)$/u.test(text.slice(-8));
}

function isQuote(text: string): boolean {
  return text.startsWith("「") && text.indexOf("」") === text.length - 1;
}

/** Running text needs an end mark before more words follow; what already has one stays as written. */
function closeSentence(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text) ? `${text}。` : text;
}

function join(before: string, text: string): string {
  return /[。！？、」』）…]$/u.test(before) ? before + text : `${before} ${text}`;
}

interface Talk {
  turns: Turn[];
  /** UTF-16 units of the script so far, marks and line breaks included. */
  length: number;
}

function say(talk: Talk, speaker: Speaker, text: string, goesOn = false): void {
  const last = talk.turns.at(-1);
  if (last?.speaker === speaker && last.text.length + text.length < longestTurn) {
    const joined = goesOn && !/\w$/u.test(last.text) ? last.text + text : join(last.text, text);
    talk.length += joined.length - last.text.length;
    last.text = joined;
    return;
  }
  talk.turns.push({ speaker, text });
  talk.length += text.length + turnMark;
}

function opening(o: { title: string | null; lines: readonly Line[]; picker: PhrasePicker }): string {
  const only = o.lines[0];
  if (only !== undefined && o.lines.length === 1 && only.text.length <= 20)
    return o.picker.pick(openingsOfOneLine);
  if (o.title === null) return o.picker.pick(openingsWithoutTitle);
  // Brackets inside brackets would be unbalanced for the ear and the eye.
  const title = o.title.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));
  return o.picker.pick(openingsWithTitle).replace("{title}", () => title);
}

/** `まず、`, `ふたつめ、` and the like for a list item; empty for text that is not Japanese. */
function itemLead(line: Line, place: { first: boolean; last: boolean }, picker: PhrasePicker): string {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line.text)) return "";
  if (/^(?:まず|次に|最後に|それから|そして|さらに)/u.test(line.text)) return "";
  if (line.number !== undefined) return itemNumbers[line.number - 1] ?? "";
  if (place.first) return place.last ? "" : firstItemLead;
  return place.last ? lastItemLead : picker.pick(nextItemLeads);
}

/**
 * Turns lines (see `readBlocks`) into a radio talk of two hosts (decisions.md, Creation).
 *
 * Every line is spoken whole and in order. A leads; the listener reacts and asks; the voices change at
 * paragraphs, in long sections, at questions, at quotations and along lists. A text told in the first
 * person stays with A, so that the "I" has one voice. Both voices always appear.
 *
 * The script of the turns is at most 1.6 times `sourceLength` plus 400 UTF-16 units: what the hosts add
 * is left out where it would not fit. The same lines give the same talk.
 *
 * @param o.title spoken in the opening; null when it would only repeat the first sentence
 */
export function buildDialogue(o: {
  lines: readonly Line[];
  title: string | null;
  sourceLength: number;
}): Turn[] {
  const { lines } = o;
  const whole = lines.map((line) => line.text).join("\n");
  const picker = createPhrasePicker(`${o.title ?? ""}\n${whole}`);
  const keepsLead = firstPerson.test(whole);
  const talk: Talk = { turns: [], length: 0 };
  const closing = picker.pick(closings);
  const closingReply = picker.pick(closingReplies);

  // What the lines from `at` on need at least: the text, an end mark or space each, and a mark per turn.
  const needs = new Float64Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    needs[at] = (needs[at + 1] ?? 0) + ((lines[at]?.text.length ?? 0) + 1) * (1 + turnMark / 80);
  }
  // How much of its paragraph is left from each line on.
  const left = new Float64Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    const continued = lines[at + 1]?.paragraph === lines[at]?.paragraph ? (left[at + 1] ?? 0) : 0;
    left[at] = (lines[at]?.text.length ?? 0) + continued;
  }
  const limit = o.sourceLength * 1.6 + 400 - (closing.length + closingReply.length + 3 * turnMark);
  const affords = (at: number, extra: number): boolean => talk.length + (needs[at] ?? 0) + extra <= limit;

  const start = opening({ title: o.title, lines, picker });
  say(talk, "A", start);
  say(talk, "B", picker.pick(sad.test(whole) ? quietOpeningReplies : openingReplies));

  let lead: Speaker = "A";
  let run = 0;
  let section = 0;
  let sinceHandover = Number.POSITIVE_INFINITY;
  const asked = new Set<string>();
  const lengthOf = new Map<number, number>();
  const firstItem = new Map<number, Line>();
  const lastItem = new Map<number, Line>();
  for (const line of lines) {
    lengthOf.set(line.paragraph, (lengthOf.get(line.paragraph) ?? 0) + line.text.length);
    if (line.kind !== "item") continue;
    if (!firstItem.has(line.paragraph)) firstItem.set(line.paragraph, line);
    lastItem.set(line.paragraph, line);
  }

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    const before = lines[at - 1];
    const next = lines[at + 1];
    const text = line.continues ? line.text : closeSentence(line.text);
    const beginsParagraph = before !== undefined && before.paragraph !== line.paragraph;
    const turnsTopic =
      section >= longSection &&
      (left[at] ?? 0) >= worthHandingOver &&
      !before?.continues &&
      line.kind === "sentence";

    if (line.kind === "heading") {
      if (at === 0 && o.title !== null && start.includes(line.text)) continue;
      const opensSection = at > 0 && before?.kind !== "heading";
      if (!keepsLead && opensSection && affords(at, turnMark)) lead = other(lead);
      const words = opensSection && affords(at, 8) ? picker.pick(headingLeads) : "";
      say(talk, lead, `${words}${text}`);
      run = 0;
      section = 0;
      sinceHandover++;
      continue;
    }

    if (line.kind === "item") {
      const speaker: Speaker =
        !keepsLead && firstItem.get(line.paragraph) !== line && affords(at, turnMark) ? other(lead) : lead;
      const words = itemLead(
        line,
        { first: firstItem.get(line.paragraph) === line, last: lastItem.get(line.paragraph) === line },
        picker,
      );
      say(talk, speaker, affords(at, words.length) ? words + text : text);
      run = speaker === lead ? run + text.length : text.length;
      lead = speaker;
      continue;
    }

    if ((beginsParagraph || turnsTopic) && before?.kind !== "heading" && affords(at, 2 * turnMark)) {
      const said = talk.turns.at(-1)?.text ?? "";
      if (keepsLead) {
        if (run >= restAfter && affords(at, 30)) {
          say(talk, other(lead), chooseReaction({ said, next: line.text, asked, picker }));
          run = 0;
        }
      } else {
        lead = other(lead);
        const weighty =
          turnsTopic ||
          Math.min(lengthOf.get(line.paragraph) ?? 0, lengthOf.get(before?.paragraph ?? -1) ?? 0) >=
            shortParagraph;
        if (weighty && sinceHandover >= 2 && affords(at, 60)) {
          const heard = chooseReaction({ said, next: null, asked, picker });
          say(talk, lead, heard + picker.pick(handovers));
          sinceHandover = 0;
        } else sinceHandover++;
        run = 0;
      }
      section = 0;
    }

    const partnerReads =
      !line.continues &&
      !before?.continues &&
      ((isQuestion(line.text) && !keepsLead) || isQuote(line.text)) &&
      affords(at, 2 * turnMark);
    say(talk, partnerReads ? other(lead) : lead, text, before?.continues);
    run = partnerReads ? 0 : run + text.length;
    section += text.length;

    const pauses = line.continues
      ? /[、，,;；]$/u.test(text) && run >= 2 * restAfter
      : run >= restAfter || (run >= restBeforeAnswer && next !== undefined && answersCue(next.text));
    const staysHere = next?.kind === "sentence" && next.paragraph === line.paragraph;
    const changesAnyway =
      (left[at + 1] ?? 0) >= worthHandingOver && section >= longSection && !keepsLead && !line.continues;
    if (!pauses || !staysHere || changesAnyway) continue;
    if (!line.continues && (isQuote(next.text) || (isQuestion(next.text) && !keepsLead))) continue;
    if (!affords(at + 1, 40)) continue;
    const reaction = line.continues
      ? picker.pick(nods)
      : chooseReaction({ said: talk.turns.at(-1)?.text ?? "", next: next.text, asked, picker });
    say(talk, other(lead), reaction);
    run = 0;
  }

  const ending = talk.turns.at(-1)?.speaker === "A" || lead === "A" ? "A" : lead;
  say(talk, ending, closing);
  say(talk, other(ending), closingReply);
  return talk.turns;
}
