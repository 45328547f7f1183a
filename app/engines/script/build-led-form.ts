import { chooseQuestion } from "./choose-question.ts";
import { chooseSummary, isQuestion } from "./choose-reaction.ts";
import type { Line } from "./read-blocks.ts";
import type { Speaker, Turn } from "./script.ts";
import { inNextLine, joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";
import { isQuietKind } from "./text-kind.ts";

/** UTF-16 units before a question ahead of a paragraph or heading. */
const minBeforeQuestion = 80;
const beforeSummary = { paragraph: 130, sentence: 280 };
const minAfterSummary = 40;

/** Such as 材料. */
function isListTitle(line: Line, next: Line | undefined): boolean {
  return line.kind === "sentence" && next?.kind === "item" && /^[^、。！？「」]{1,20}$/u.test(line.text);
}

/**
 * A reads everything. The interviewer asks about headings and to go on, between paragraphs. An explainer's listener reads
 * headings and at times says that they follow.
 */
export function buildLedForm(context: ScriptContext, form: "explainer" | "interview"): Turn[] {
  const { lines, words, kind, hasSections, picker } = context;
  const isVerse = kind === "poem";
  const turns: Turn[] = [];
  const named = new Set<string>();
  let section: string | undefined;
  let said: string[] = [];
  let left = lines.reduce((sum, { text }) => sum + text.length, 0);

  const speak = (speaker: Speaker, text: string, line: Line | null, endsLine = false) => {
    const last = turns.at(-1);
    if (last?.speaker === speaker && section === undefined) {
      last.text = joinSpoken(last.text, text, { isVerse: isVerse && speaker === "A", endsLine });
    } else {
      turns.push({
        speaker,
        text,
        ...(line?.afterBlank && last && last.speaker === "A" ? { beginsParagraph: true } : {}),
        ...(section === undefined ? {} : { section }),
      });
      section = undefined;
    }
    said = speaker === "B" ? [] : said;
  };
  const saidLength = () => said.join("").length;

  const speakAlone = (line: Line) =>
    speak("B", spokenText(line, line.text, { isFirst: true, isVerse }), line);

  /** The interviewer's question before a line, if there is one. Whether B has said the line itself with it. */
  const ask = (line: Line, at: number): boolean => {
    const [before, next] = [lines[at - 1], lines[at + 1]];
    const isHeading = line.kind === "heading" || isListTitle(line, next);
    if (line.role === "question" || (isQuestion(line.text) && isHeading)) {
      speakAlone(line);
      return true;
    }
    const beginsParagraph = before?.paragraph !== line.paragraph;
    const isOpen = turns.at(-1)?.speaker === "B";
    const isDue = turns.length === 0 || isHeading || saidLength() >= minBeforeQuestion;
    const isAsked = isHeading ? next !== undefined && next.kind !== "heading" : beginsParagraph && !isOpen;
    if (!isAsked || !isDue || line.role !== undefined || before?.continues) return false;
    const question = chooseQuestion({
      line,
      isHeading,
      words: words[at] ?? [],
      named,
      known: [context.title ?? "", ...lines.slice(0, at).map(({ text }) => text)].join("\n"),
      isFirst: turns.length === 0,
      sentences: said,
      picker,
    });
    if (question === null) return false;
    speak("B", question, line);
    return question.includes(`「${line.text}」`);
  };

  /** The listener's word after a line, where enough was said and enough follows. */
  const summarize = (line: Line, next: Line | undefined): void => {
    if (!next || next.kind === "heading" || line.continues || left < minAfterSummary) return;
    const endsParagraph = next.paragraph !== line.paragraph;
    if (saidLength() < (endsParagraph ? beforeSummary.paragraph : beforeSummary.sentence)) return;
    const summary = isQuietKind(kind) ? null : chooseSummary({ ...context, sentences: said });
    if (summary !== null) speak("B", summary, null);
  };

  lines.forEach((line, at) => {
    const before = lines[at - 1];
    left -= line.text.length;
    if (hasSections && line.kind === "heading" && before?.kind !== "heading") section = line.text;
    if (form === "interview") {
      if (ask(line, at)) return;
    } else if (line.kind === "heading" && turns.length > 0) {
      speakAlone(line);
      return;
    }
    const isContinued = before?.continues === true && turns.at(-1)?.speaker === "A";
    const text = spokenText(line, line.text, { isFirst: true, isVerse });
    const last = turns.at(-1);
    if (isContinued && last && section === undefined) last.text = inNextLine(last.text, text);
    else speak("A", text, line, before?.paragraph !== line.paragraph || line.kind !== "sentence");
    said.push(line.text);
    if (form === "explainer") summarize(line, lines[at + 1]);
  });
  return turns;
}
