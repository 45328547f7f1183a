import { findHarm } from "#app/features/creation/harm/find-harm.ts";
import type { Speaker, Turn } from "#app/features/tracks/script.ts";
import type { Word } from "../words/analyze-words.ts";
import { chooseReaction, isQuestion, sadWords } from "./choose-reaction.ts";
import {
  closingReplies,
  closings,
  containsPhrase,
  createPhrasePicker,
  itemNumbers,
  openingReplies,
  openingsWithoutTitle,
  openingsWithTitle,
  type PhrasePicker,
  quietOpeningReplies,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import { readConversation, type VoicedPart } from "./read-conversation.ts";

// Lengths are in UTF-16 units.

/** Maximum length of a turn, unless a single sentence is longer. */
const maxTurnLength = 180;
/** A text with so many headings has sections, which become chapters: one is a title, and a page of them is a list. */
const [minSections, maxSections] = [2, 20];
/** The hosts announce nothing before and say no goodbye after a text shorter than this. */
const minLengthForOpening = 40;
/** In a shorter text only one of them does. */
const minLengthForReplies = 150;
/** The listening host says something after this much text, at the end of a paragraph ... */
const minBeforeInterjection = 100;
/** ... and within one after this much, the first time that a sentence ends. */
const maxBeforeInterjection = 150;
/** So much must follow an interjection. */
const minAfterInterjection = 40;
/** Up to this many lines each paragraph, item and line of a poem is a turn of its own. */
const maxSeparateLines = 150;
/** A longer question is no question that the listening host would ask. */
const maxQuestionLength = 60;

const firstPerson = /私(?!たち|達|[立的語服費])|僕(?!ら?の国)|俺|わたし|ぼくは|ぼくの/u;

/** Adds 。 to Japanese text that ends without a mark. */
function closeSentence(text: string): string {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text) ? `${text}。` : text;
}

function joinSentences(before: string, text: string): string {
  return /[。！？、」』）…]$/u.test(before) ? before + text : `${before} ${text}`;
}

/** Verses: at least four short lines, hardly any of which ends a sentence. */
export function isPoem(lines: readonly Line[]): boolean {
  if (lines.length < 4 || lines.length > maxSeparateLines) return false;
  const verses = lines.filter(({ kind }) => kind === "sentence");
  if (verses.length < lines.length - 1) return false;
  if (verses.filter(({ text }) => /[「：:]/u.test(text)).length > verses.length * 0.3) return false;
  const short = verses.filter(({ text }) => text.length <= 25 && /[ぁ-んァ-ヶ\p{Script=Han}]/u.test(text));
  const ended = verses.filter(({ text }) => /[。．.]$/u.test(text));
  return short.length >= verses.length * 0.85 && ended.length <= verses.length * 0.2;
}

/** The member's text as parts with their voices: A explains, B asks the questions that the text asks, or is a character. */
function assignVoices(lines: readonly Line[], isVerse: boolean): VoicedPart[][] {
  const conversation = isVerse ? null : readConversation(lines);
  if (conversation) return conversation;
  const whole = lines.map((line) => line.text).join("\n");
  const hasOneNarrator = isVerse || lines.length > maxSeparateLines || firstPerson.test(whole);
  let wasAsked = false;
  let role: Line["role"];
  return lines.map((line, at) => {
    // A question or an answer may have several sentences.
    if (line.role || line.paragraph !== lines[at - 1]?.paragraph) role = line.role;
    const asks =
      role === "question" ||
      (role === undefined &&
        !hasOneNarrator &&
        !wasAsked &&
        line.kind === "sentence" &&
        !line.continues &&
        !lines[at - 1]?.continues &&
        line.text.length <= maxQuestionLength &&
        isQuestion(line.text));
    wasAsked = asks;
    return [{ speaker: asks ? "B" : "A", text: line.text, isSpoken: false }];
  });
}

/** A phrase that none of the member's newest scripts has, where the pool has one. */
function pickUnheard(o: {
  pool: readonly string[];
  recent: readonly string[];
  picker: PhrasePicker;
}): string {
  const unheard = o.pool.filter((phrase) => !o.recent.some((script) => containsPhrase(script, phrase)));
  return o.picker.pick(unheard.length > 0 ? unheard : o.pool);
}

function opening(title: string | null, recent: readonly string[], picker: PhrasePicker): string {
  if (title === null) return pickUnheard({ pool: openingsWithoutTitle, recent, picker });
  // Brackets inside brackets become 『』.
  const quoted = title.replace(/[「」]/gu, (mark) => (mark === "「" ? "『" : "』"));
  return pickUnheard({ pool: openingsWithTitle, recent, picker }).replace("{title}", () => quoted);
}

/**
 * Turns lines (see `readBlocks`) into a dialogue of two hosts. Every line is spoken unchanged and in order. Deterministic.
 *
 * A explains and reads; B listens, asks the questions that the text itself asks, and says something short at the end of
 * a paragraph when A has spoken for 100 characters, or within one after 150, never about what is still to come. In a
 * text of dialogues each character has a voice (`readConversation`) and B says nothing else; a poem is read line by
 * line. Texts under 40 characters, and those that may do harm, are spoken alone, those under 150 with an opening of A and a goodbye of B.
 *
 * @param o.title spoken in the opening; null when it would only repeat the first sentence
 * @param o.words of each line, for what B repeats
 * @param o.recentScripts whose openings and closings are not repeated
 */
export function buildDialogue(o: {
  lines: readonly Line[];
  title: string | null;
  words: readonly (readonly Word[])[];
  recentScripts: readonly string[];
}): Turn[] {
  const { lines, title, words, recentScripts: recent } = o;
  const whole = lines.map((line) => line.text).join("\n");
  const picker = createPhrasePicker(`${title ?? ""}\n${whole}`);
  const isVerse = isPoem(lines);
  const parts = assignVoices(lines, isVerse);
  const isTold = parts.some((line) => line.some(({ isSpoken }) => isSpoken));
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const isSeparate = lines.length <= maxSeparateLines;
  const turns: Turn[] = [];

  /** Adds text to the last turn when that is of the same speaker and short enough, else a new turn. */
  const speak = (
    speaker: Speaker,
    text: string,
    how: { begins: boolean; continues?: boolean; section?: string | undefined },
  ) => {
    const last = turns.at(-1);
    const fits = last?.speaker === speaker && last.text.length + text.length < maxTurnLength;
    if (!last || !fits || (how.begins && isSeparate) || how.section !== undefined) {
      turns.push({ speaker, text, ...(how.section === undefined ? {} : { section: how.section }) });
    } else if (how.continues && !/\w$/u.test(last.text)) last.text += text;
    else last.text = joinSentences(last.text, text);
  };

  const hasOpening = length >= minLengthForOpening && findHarm(whole).length === 0;
  const hasReplies = hasOpening && length >= minLengthForReplies;
  const start = hasOpening ? opening(title, recent, picker) : "";
  if (hasOpening) speak("A", start, { begins: true });
  if (hasReplies) {
    const pool = sadWords.test(whole) ? quietOpeningReplies : openingReplies;
    speak("B", pickUnheard({ pool, recent, picker }), { begins: true });
  }

  /** What was said since B last spoke. */
  let section = "";
  const headings = lines.filter(({ kind }) => kind === "heading").length;
  const hasSections = headings >= minSections && headings <= maxSections;
  /** The last heading, until it or something below it is spoken. */
  let heading: string | undefined;
  let left = length;
  const echoed = new Set<string>();
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const next = lines[at + 1];
    left -= line.text.length;
    if (hasSections && line.kind === "heading") heading = line.text;
    // The opening has announced it.
    if (at === 0 && line.kind === "heading" && title !== null && start.includes(line.text)) return;
    const beginsParagraph = before?.paragraph !== line.paragraph;
    for (const [part, { speaker, text, isSpoken }] of (parts[at] ?? []).entries()) {
      const begins = (part === 0 && (beginsParagraph || line.kind !== "sentence" || isVerse)) || isSpoken;
      const number = line.number === undefined || part > 0 ? "" : (itemNumbers[line.number - 1] ?? "");
      const spoken = line.continues || isVerse ? text : closeSentence(text);
      const continues = before?.continues === true && part === 0;
      speak(speaker, number + spoken, { begins, continues, section: heading });
      heading = undefined;
      section = speaker === "B" ? "" : section + text;
    }

    if (isVerse || isTold || !next || line.continues || left < minAfterInterjection) return;
    if (line.kind === "heading" || turns.at(-1)?.speaker === "B" || parts[at + 1]?.[0]?.speaker === "B")
      return;
    const endsParagraph = next.paragraph !== line.paragraph;
    const isDue =
      section.length >= maxBeforeInterjection || (section.length >= minBeforeInterjection && endsParagraph);
    if (!isDue) return;
    const reaction = chooseReaction({
      previous: line.text,
      section,
      next: next.text,
      words: words[at] ?? [],
      echoed,
      picker,
    });
    if (reaction !== null) speak("B", reaction, { begins: true });
    section = "";
  });

  if (hasReplies) speak("A", pickUnheard({ pool: closings, recent, picker }), { begins: true });
  if (hasOpening) speak("B", pickUnheard({ pool: closingReplies, recent, picker }), { begins: true });
  return turns;
}
