import { soundsHarmful } from "#app/engines/harm/sounds-harmful.ts";
import type { ScriptForm } from "#app/engines/script/script-engine.ts";
import type { Word } from "#app/engines/words/analyze-words.ts";
import { chooseQuestion } from "./choose-question.ts";
import { chooseReaction, chooseSummary, isQuestion, sadWords } from "./choose-reaction.ts";
import {
  closingReplies,
  closings,
  containsPhrase,
  createPhrasePicker,
  isAnsweredNext,
  itemNumbers,
  openingReplies,
  openingsWithoutTitle,
  openingsWithTitle,
  type PhrasePicker,
  quietOpeningReplies,
} from "./phrases.ts";
import type { Line } from "./read-blocks.ts";
import { readConversation, type VoicedPart } from "./read-conversation.ts";
import type { Speaker, Turn } from "./script.ts";

// Lengths are in UTF-16 units.

/** Maximum length of a turn, unless a single sentence is longer. */
const maxTurnLength = 180;
/** A text with so many headings has sections, which become chapters: one is a title, and a page of them is a list. */
const [minSections, maxSections] = [2, 20];
/** The hosts announce nothing before and say no goodbye after a text shorter than this. */
const minLengthForOpening = 40;
/** In a shorter text only one of them does. */
const minLengthForReplies = 150;
/**
 * The listening host says something after this much text (`min`), at the end of a paragraph, and within one after this much
 * (`max`), the first time that a sentence ends.
 */
const beforeInterjection = {
  dialogue: { min: 100, max: 150 },
  explainer: { min: 200, max: 320 },
};
/** In an explainer, ahead of a heading. */
const minBeforeHeading = 60;
/** The interviewer asks ahead of a paragraph after this much, and of a heading. */
const minBeforeQuestion = 80;
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

/**
 * The member's text as parts with their voices. A reads; in a dialogue B asks the questions that the text asks, or is a
 * character; in an interview B asks the questions that the text goes on after.
 */
function assignVoices(lines: readonly Line[], form: ScriptForm, isVerse: boolean): VoicedPart[][] {
  if (form === "explainer" || form === "reading")
    return lines.map(({ text }) => [{ speaker: "A", text, isSpoken: false }]);
  const conversation = isVerse || form === "interview" ? null : readConversation(lines);
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
    if (form === "interview" && !lines[at + 1]) return [{ speaker: "A", text: line.text, isSpoken: false }];
    wasAsked = asks;
    return [{ speaker: asks ? "B" : "A", text: line.text, isSpoken: false }];
  });
}

/** Whether a line names the list below it, such as 材料. */
function isListTitle(line: Line, next: Line | undefined): boolean {
  return line.kind === "sentence" && next?.kind === "item" && /^[^、。！？「」]{1,20}$/u.test(line.text);
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
 * Turns lines (see `readBlocks`) into a script. Every line is spoken unchanged and in order; of a heading the interviewer may
 * make the question. Deterministic.
 *
 * A explains and reads. In a dialogue B listens, asks the questions that the text itself asks, and says something short at
 * the end of a paragraph when A has spoken for 100 characters, or within one after 150, never about what is still to come;
 * in a text of dialogues each character has a voice (`readConversation`) and B says nothing else. In an explainer A reads
 * everything, and B says at longer intervals what was spoken of. In an interview B asks ahead of a paragraph, so that A answers in
 * the text's own words. A reading has one voice. A poem is read line by line. Texts under 40 characters, and those that may
 * do harm, are spoken alone, those under 150 with an opening of A and a goodbye of B.
 *
 * @param o.hasGreetings whether the hosts open and close it
 * @param o.title spoken in the opening; null when it would only repeat the first sentence
 * @param o.words of each line, for what B repeats
 * @param o.recentScripts whose openings and closings are not repeated
 */
export function buildScript(o: {
  form: ScriptForm;
  hasGreetings: boolean;
  lines: readonly Line[];
  title: string | null;
  words: readonly (readonly Word[])[];
  recentScripts: readonly string[];
}): Turn[] {
  const { form, lines, title, words, recentScripts: recent } = o;
  const whole = lines.map((line) => line.text).join("\n");
  const picker = createPhrasePicker(`${title ?? ""}\n${whole}`);
  const isVerse = isPoem(lines);
  const parts = assignVoices(lines, form, isVerse);
  const isTold = parts.some((line) => line.some(({ isSpoken }) => isSpoken));
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  const isSeparate = lines.length <= maxSeparateLines;
  const turns: Turn[] = [];

  /** Adds text to the last turn when that is of the same speaker and short enough, else a new turn. */
  const speak = (
    speaker: Speaker,
    text: string,
    how: {
      begins: boolean;
      continues?: boolean;
      section?: string | undefined;
      /** A blank line of the text is heard. */
      isParagraph?: boolean | undefined;
    },
  ) => {
    const last = turns.at(-1);
    const fits = last?.speaker === speaker && last.text.length + text.length < maxTurnLength;
    if (!last || !fits || (how.begins && isSeparate) || how.section !== undefined) {
      turns.push({
        speaker,
        text,
        // Who was asked answers at once.
        ...(how.isParagraph && last && !isAnsweredNext(last.text) ? { beginsParagraph: true } : {}),
        ...(how.section === undefined ? {} : { section: how.section }),
      });
    } else if (how.continues && !/\w$/u.test(last.text)) last.text += text;
    else last.text = joinSentences(last.text, text);
  };

  const hasListener = length >= minLengthForOpening && !soundsHarmful(whole);
  const hasOpening = o.hasGreetings && hasListener;
  const hasReplies = hasOpening && length >= minLengthForReplies;
  const start = hasOpening ? opening(title, recent, picker) : "";
  if (hasOpening) speak("A", start, { begins: true });
  if (hasReplies && (form === "dialogue" || form === "explainer")) {
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
  const named = new Set<string>();

  /** What B asks ahead of a line of an interview; null for nothing. */
  const askAhead = (line: Line, at: number): string | null => {
    if (form !== "interview" || !hasListener || line.continues || parts[at]?.[0]?.speaker === "B")
      return null;
    const before = lines[at - 1];
    // After a heading, of which the question was made.
    const isOpen = turns.at(-1)?.speaker === "B";
    const isFirst = turns.every(({ speaker }) => speaker === "A") && section === "";
    const next = lines[at + 1];
    const isHeading = line.kind === "heading" || isListTitle(line, next);
    const isDue = isHeading || section.length >= minBeforeQuestion;
    if (isOpen || !(isFirst || (isDue && before?.paragraph !== line.paragraph))) return null;
    if (isHeading && (!next || next.kind === "heading")) return null;
    return chooseQuestion({ line, isHeading, words: words[at] ?? [], named, isFirst, section, picker });
  };

  /** What B says after a line of a dialogue or an explainer; null for nothing. */
  const reactTo = (line: Line, at: number): string | null => {
    const next = lines[at + 1];
    if (form === "interview" || form === "reading") return null;
    if (isVerse || isTold || !next || line.continues || left < minAfterInterjection) return null;
    if (line.kind === "heading" || turns.at(-1)?.speaker === "B" || parts[at + 1]?.[0]?.speaker === "B")
      return null;
    const { min, max } = beforeInterjection[form];
    const endsParagraph = next.paragraph !== line.paragraph;
    const announces = form === "explainer" && next.kind === "heading";
    if (section.length < (announces ? minBeforeHeading : endsParagraph ? min : max)) return null;
    const said = { previous: line.text, section, next, words: words[at] ?? [], named, picker };
    const reaction = form === "explainer" ? chooseSummary(said) : chooseReaction(said);
    section = "";
    return reaction;
  };

  lines.forEach((line, at) => {
    const before = lines[at - 1];
    left -= line.text.length;
    if (hasSections && line.kind === "heading") heading = line.text;
    // The opening has announced it.
    if (at === 0 && line.kind === "heading" && title !== null && start.includes(line.text)) return;
    const question = askAhead(line, at);
    if (question !== null) {
      speak("B", question, { begins: true, section: heading, isParagraph: line.afterBlank });
      section = "";
      heading = undefined;
      if (question.includes(`「${line.text}」`)) return;
    }
    const beginsParagraph = before?.paragraph !== line.paragraph;
    for (const [part, { speaker, text, isSpoken }] of (parts[at] ?? []).entries()) {
      const begins = (part === 0 && (beginsParagraph || line.kind !== "sentence" || isVerse)) || isSpoken;
      const number = line.number === undefined || part > 0 ? "" : (itemNumbers[line.number - 1] ?? "");
      const spoken = line.continues || isVerse ? text : closeSentence(text);
      const continues = before?.continues === true && part === 0;
      const isAnswer = form === "interview" && turns.at(-1)?.speaker === "B";
      const isParagraph = part === 0 && line.afterBlank && !isAnswer;
      speak(speaker, number + spoken, { begins, continues, section: heading, isParagraph });
      heading = undefined;
      section = speaker === "B" ? "" : section + text;
    }
    const reaction = reactTo(line, at);
    if (reaction !== null) speak("B", reaction, { begins: true });
  });

  if (hasReplies) speak("A", pickUnheard({ pool: closings, recent, picker }), { begins: true });
  if (hasOpening)
    speak(form === "reading" ? "A" : "B", pickUnheard({ pool: closingReplies, recent, picker }), {
      begins: true,
    });
  // A script with blank lines between all turns has no paragraphs (`parseScript`).
  if (turns.slice(1).every((turn) => turn.beginsParagraph))
    for (const turn of turns) delete turn.beginsParagraph;
  return turns;
}
