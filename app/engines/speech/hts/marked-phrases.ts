import type { AccentPhrase, PauseMark, ReadPhrases } from "./front-end.ts";

export const breathMark = "｜";

/** Marks with adjacent quotation marks, which alone are silent. */
const separators = /((?:[「」]*[、。？！（）…｜])+[「」]*)/;
const parentheses = /（[^（）]*）/g;
/** 「…」と言う. */
const afterQuotation = /^(?:と|って|なんて|など)/;
const kanaAroundSpace =
  /[\p{Script=Hiragana}\p{Script=Katakana}ー] (?=[\p{Script=Hiragana}\p{Script=Katakana}])/u;

/**
 * Accent phrases of marked text (`markedText`), with their marks and parentheses. A space is a pause, unless kana are spaced as
 * for children.
 */
export function readMarked(text: string, read: ReadPhrases): AccentPhrase[] {
  const parts = text.split(separators);
  const inParentheses = Array.from(text.matchAll(parentheses), ({ index, 0: all }) => ({
    from: index,
    to: index + all.length,
  }));
  const isSpaced = kanaAroundSpace.test(text);
  const phrases: AccentPhrase[] = [];
  let at = 0;
  for (let index = 0; index < parts.length; index += 2) {
    const words = parts[index] ?? "";
    const marks = parts[index + 1] ?? "";
    const mark = markOf(marks, parts[index + 2] ?? "");
    const found = read(words.replace(/[「」]/g, "") + spokenMark(marks));
    const isAside = inParentheses.some(({ from, to }) => from <= at && at < to);
    for (const [place, phrase] of found.entries()) {
      const pause =
        place === found.length - 1 ? mark : phrase.hasPauseAfter && !isSpaced ? "space" : undefined;
      phrases.push({
        ...phrase,
        pause,
        hasPauseAfter: pause !== undefined,
        ...(isAside ? { isAside } : {}),
      });
    }
    // Adjacent marks are one pause, the longest.
    const last = phrases.at(-1);
    if (found.length === 0 && last?.pause && mark && strength(mark) > strength(last.pause))
      phrases[phrases.length - 1] = { ...last, pause: mark };
    at += words.length + marks.length;
  }
  const last = phrases.at(-1);
  if (last) phrases[phrases.length - 1] = { ...last, hasPauseAfter: false };
  return phrases;
}

const byStrength: readonly PauseMark[] = [
  "space",
  "breath",
  "quotation",
  "parenthesis",
  "comma",
  "long",
  "question",
  "sentence",
];
const strength = (mark: PauseMark) => byStrength.indexOf(mark);

function markOf(marks: string, next: string): PauseMark | undefined {
  if (marks === "") return undefined;
  if (marks.includes("…") && !/[。？！]/.test(marks)) return "long";
  if (marks.includes("」") && /[。？！]/.test(marks) && afterQuotation.test(next)) return "quotation";
  if (marks.includes("？")) return "question";
  if (/[。！]/.test(marks)) return "sentence";
  if (marks.includes("、")) return "comma";
  return /[（）]/.test(marks) ? "parenthesis" : "breath";
}

/** The front end knows three. */
function spokenMark(marks: string): string {
  if (marks.includes("？")) return "？";
  if (/[。！]/.test(marks)) return "。";
  return marks === "" ? "" : "、";
}
