import type { Speaker, Turn } from "#app/features/tracks/script.ts";
import { answersQuestion, chooseReaction, sadWords } from "./choose-reaction.ts";
import {
  briefReactions,
  closingReplies,
  closings,
  createPhrasePicker,
  firstItemLead,
  handovers,
  headingLeads,
  itemNumbers,
  lastItemLead,
  nextItemLeads,
  openingReplies,
  openingsOfOneLine,
  openingsWithoutTitle,
  openingsWithTitle,
  type PhrasePicker,
  quietOpeningReplies,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";

// Lengths are in UTF-16 units.

/** Maximum length of a turn, unless a single sentence is longer. */
const maxTurnLength = 180;
/** After this much text by one speaker the other one reacts. */
const reactionAfter = 55;
/** The same where the next sentence answers a question that can be asked. */
const reactionBeforeAnswer = 25;
/** In a section longer than this the speaker changes ... */
const maxSectionLength = 260;
/** ... when at least this much of the paragraph remains. */
const minRemainingForHandover = 80;
/** Between shorter paragraphs the speaker changes without a handover phrase. */
const minParagraphForHandover = 60;
/** Length of `A: ` and the line break. */
const turnOverhead = 4;

const firstPerson = /私(?!たち|達|[立的語服費])|僕(?!ら?の国)|俺|わたし|ぼくは|ぼくの/u;

function otherSpeaker(speaker: Speaker): Speaker {
  return speaker === "A" ? "B" : "A";
}

function isQuestion(text: string): boolean {
  return /(?:[？?]|(?:でしょう|です|ます|だろう|ません)か。?)$/u.test(text.slice(-8));
}

function isQuote(text: string): boolean {
  return text.startsWith("「") && text.indexOf("」") === text.length - 1;
}

/** Adds 。 to Japanese text that ends without a mark. */
function closeSentence(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text) ? `${text}。` : text;
}

function joinSentences(before: string, text: string): string {
  return /[。！？、」』）…]$/u.test(before) ? before + text : `${before} ${text}`;
}

interface Dialogue {
  turns: Turn[];
  /** Length of the script so far, speaker marks and line breaks included. */
  length: number;
}

/** Adds text to the last turn when it is of the same speaker and short enough, else a new turn. */
function addSpeech(dialogue: Dialogue, speaker: Speaker, text: string, isContinuation = false): void {
  const last = dialogue.turns.at(-1);
  if (last?.speaker === speaker && last.text.length + text.length < maxTurnLength) {
    const joined =
      isContinuation && !/\w$/u.test(last.text) ? last.text + text : joinSentences(last.text, text);
    dialogue.length += joined.length - last.text.length;
    last.text = joined;
    return;
  }
  dialogue.turns.push({ speaker, text });
  dialogue.length += text.length + turnOverhead;
}

function pickOpening(o: { title: string | null; lines: readonly Line[]; picker: PhrasePicker }): string {
  const onlyLine = o.lines[0];
  if (onlyLine !== undefined && o.lines.length === 1 && onlyLine.text.length <= 20)
    return o.picker.pick(openingsOfOneLine);
  if (o.title === null) return o.picker.pick(openingsWithoutTitle);
  // Brackets inside brackets become 『』.
  const title = o.title.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));
  return o.picker.pick(openingsWithTitle).replace("{title}", () => title);
}

/** What precedes a list item (`まず、`, `ふたつめ、`); empty for text that is not Japanese. */
function itemPrefix(line: Line, place: { first: boolean; last: boolean }, picker: PhrasePicker): string {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line.text)) return "";
  if (/^(?:まず|次に|最後に|それから|そして|さらに)/u.test(line.text)) return "";
  if (line.number !== undefined) return itemNumbers[line.number - 1] ?? "";
  if (place.first) return place.last ? "" : firstItemLead;
  return place.last ? lastItemLead : picker.pick(nextItemLeads);
}

/**
 * Turns lines (see `readBlocks`) into a dialogue of two radio hosts.
 *
 * Every line is spoken unchanged and in order. A leads; the other speaker reacts and asks. The leading speaker changes
 * at paragraphs, in long sections and along lists; questions and quotations are read by the other one. A text in the
 * first person stays with A, so that the narrator has one voice. Both speakers always appear.
 *
 * The script of the turns is at most 1.6 × `sourceLength` + 400 long: phrases of the hosts are left out where they
 * do not fit. Deterministic.
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
  const hasOneNarrator = firstPerson.test(whole);
  const dialogue: Dialogue = { turns: [], length: 0 };
  const closing = picker.pick(closings);
  const closingReply = picker.pick(closingReplies);

  // The minimum length of the script from each line on: its text, one mark or space, and a share of a turn's overhead.
  const requiredFrom = new Float64Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    requiredFrom[at] =
      (requiredFrom[at + 1] ?? 0) + ((lines[at]?.text.length ?? 0) + 1) * (1 + turnOverhead / 80);
  }
  // The length of the rest of the paragraph from each line on.
  const remainingInParagraph = new Float64Array(lines.length + 1);
  for (let at = lines.length - 1; at >= 0; at--) {
    const continued =
      lines[at + 1]?.paragraph === lines[at]?.paragraph ? (remainingInParagraph[at + 1] ?? 0) : 0;
    remainingInParagraph[at] = (lines[at]?.text.length ?? 0) + continued;
  }
  const limit = o.sourceLength * 1.6 + 400 - (closing.length + closingReply.length + 3 * turnOverhead);
  const fits = (at: number, extra: number): boolean =>
    dialogue.length + (requiredFrom[at] ?? 0) + extra <= limit;

  const start = pickOpening({ title: o.title, lines, picker });
  addSpeech(dialogue, "A", start);
  addSpeech(dialogue, "B", picker.pick(sadWords.test(whole) ? quietOpeningReplies : openingReplies));

  let lead: Speaker = "A";
  let monologueLength = 0;
  let sectionLength = 0;
  let changesSinceHandover = Number.POSITIVE_INFINITY;
  const askedTopics = new Set<string>();
  const paragraphLengths = new Map<number, number>();
  const firstItem = new Map<number, Line>();
  const lastItem = new Map<number, Line>();
  for (const line of lines) {
    paragraphLengths.set(line.paragraph, (paragraphLengths.get(line.paragraph) ?? 0) + line.text.length);
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
    const isLongSection =
      sectionLength >= maxSectionLength &&
      (remainingInParagraph[at] ?? 0) >= minRemainingForHandover &&
      !before?.continues &&
      line.kind === "sentence";

    if (line.kind === "heading") {
      if (at === 0 && o.title !== null && start.includes(line.text)) continue;
      const opensSection = at > 0 && before?.kind !== "heading";
      if (!hasOneNarrator && opensSection && fits(at, turnOverhead)) lead = otherSpeaker(lead);
      const words = opensSection && fits(at, 8) ? picker.pick(headingLeads) : "";
      addSpeech(dialogue, lead, `${words}${text}`);
      monologueLength = 0;
      sectionLength = 0;
      changesSinceHandover++;
      continue;
    }

    if (line.kind === "item") {
      const speaker: Speaker =
        !hasOneNarrator && firstItem.get(line.paragraph) !== line && fits(at, turnOverhead)
          ? otherSpeaker(lead)
          : lead;
      const words = itemPrefix(
        line,
        { first: firstItem.get(line.paragraph) === line, last: lastItem.get(line.paragraph) === line },
        picker,
      );
      addSpeech(dialogue, speaker, fits(at, words.length) ? words + text : text);
      monologueLength = speaker === lead ? monologueLength + text.length : text.length;
      lead = speaker;
      continue;
    }

    if ((beginsParagraph || isLongSection) && before?.kind !== "heading" && fits(at, 2 * turnOverhead)) {
      const previousText = dialogue.turns.at(-1)?.text ?? "";
      if (hasOneNarrator) {
        if (monologueLength >= reactionAfter && fits(at, 30)) {
          addSpeech(
            dialogue,
            otherSpeaker(lead),
            chooseReaction({ previousText, next: line.text, askedTopics, picker }),
          );
          monologueLength = 0;
        }
      } else {
        lead = otherSpeaker(lead);
        const isHandover =
          isLongSection ||
          Math.min(
            paragraphLengths.get(line.paragraph) ?? 0,
            paragraphLengths.get(before?.paragraph ?? -1) ?? 0,
          ) >= minParagraphForHandover;
        if (isHandover && changesSinceHandover >= 2 && fits(at, 60)) {
          const reaction = chooseReaction({ previousText, next: null, askedTopics, picker });
          addSpeech(dialogue, lead, reaction + picker.pick(handovers));
          changesSinceHandover = 0;
        } else changesSinceHandover++;
        monologueLength = 0;
      }
      sectionLength = 0;
    }

    const isReadByOther =
      !line.continues &&
      !before?.continues &&
      ((isQuestion(line.text) && !hasOneNarrator) || isQuote(line.text)) &&
      fits(at, 2 * turnOverhead);
    addSpeech(dialogue, isReadByOther ? otherSpeaker(lead) : lead, text, before?.continues);
    monologueLength = isReadByOther ? 0 : monologueLength + text.length;
    sectionLength += text.length;

    const wantsReaction = line.continues
      ? /[、，,;；]$/u.test(text) && monologueLength >= 2 * reactionAfter
      : monologueLength >= reactionAfter ||
        (monologueLength >= reactionBeforeAnswer && next !== undefined && answersQuestion(next.text));
    const continuesParagraph = next?.kind === "sentence" && next.paragraph === line.paragraph;
    const changesSpeakerNext =
      (remainingInParagraph[at + 1] ?? 0) >= minRemainingForHandover &&
      sectionLength >= maxSectionLength &&
      !hasOneNarrator &&
      !line.continues;
    if (!wantsReaction || !continuesParagraph || changesSpeakerNext) continue;
    if (!line.continues && (isQuote(next.text) || (isQuestion(next.text) && !hasOneNarrator))) continue;
    if (!fits(at + 1, 40)) continue;
    const reaction = line.continues
      ? picker.pick(briefReactions)
      : chooseReaction({
          previousText: dialogue.turns.at(-1)?.text ?? "",
          next: next.text,
          askedTopics,
          picker,
        });
    addSpeech(dialogue, otherSpeaker(lead), reaction);
    monologueLength = 0;
  }

  const ending = dialogue.turns.at(-1)?.speaker === "A" || lead === "A" ? "A" : lead;
  addSpeech(dialogue, ending, closing);
  addSpeech(dialogue, otherSpeaker(ending), closingReply);
  return dialogue.turns;
}
