import { chooseQuestion } from "./choose-question.ts";
import { chooseSummary, isQuestion } from "./choose-reaction.ts";
import type { Line } from "./read-blocks.ts";
import type { Speaker, Turn } from "./script.ts";
import { inNextLine, joinSpoken, spokenText, type Telling } from "./telling.ts";
import { isQuietKind } from "./text-kind.ts";

/** The interviewer asks ahead of a paragraph after this much, and of a heading. UTF-16 units. */
const minBeforeQuestion = 80;
/** The listener of an explainer speaks at the end of a paragraph after the first, of a sentence after the second. */
const beforeSummary = { paragraph: 130, sentence: 280 };
/** So much must follow. */
const minAfterSummary = 40;

/** Whether a line names the list below it, such as 材料. */
function isListTitle(line: Line, next: Line | undefined): boolean {
  return line.kind === "sentence" && next?.kind === "item" && /^[^、。！？「」]{1,20}$/u.test(line.text);
}

/**
 * The turns of an explainer or an interview: A reads everything. The interviewer asks for what a heading names, and to go on, and
 * gets whole paragraphs as answers. The listener of an explainer reads its headings, and says at longer intervals that they follow.
 */
export function buildLedForm(telling: Telling, form: "explainer" | "interview"): Turn[] {
  const { lines, words, kind, hasSections, picker } = telling;
  const isVerse = kind === "poem";
  const turns: Turn[] = [];
  const named = new Set<string>();
  let section: string | undefined;
  /** What A has said since B last spoke. */
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

  lines.forEach((line, at) => {
    const [before, next] = [lines[at - 1], lines[at + 1]];
    left -= line.text.length;
    if (hasSections && line.kind === "heading" && before?.kind !== "heading") section = line.text;
    const beginsParagraph = before?.paragraph !== line.paragraph;

    if (form === "interview") {
      const isHeading = line.kind === "heading" || isListTitle(line, next);
      const isOpen = turns.at(-1)?.speaker === "B";
      const isDue = turns.length === 0 || isHeading || saidLength() >= minBeforeQuestion;
      const isAsked = isHeading ? next !== undefined && next.kind !== "heading" : beginsParagraph && !isOpen;
      if (line.role === "question" || (isQuestion(line.text) && isHeading)) {
        speak("B", spokenText(line, line.text, { isFirst: true, isVerse }), line);
        return;
      }
      const question =
        isAsked && isDue && line.role === undefined && !before?.continues
          ? chooseQuestion({
              line,
              isHeading,
              words: words[at] ?? [],
              named,
              known: [telling.title ?? "", ...lines.slice(0, at).map(({ text }) => text)].join("\n"),
              isFirst: turns.length === 0,
              sentences: said,
              picker,
            })
          : null;
      if (question !== null) {
        speak("B", question, line);
        if (question.includes(`「${line.text}」`)) return;
      }
    } else if (line.kind === "heading" && turns.length > 0) {
      speak("B", spokenText(line, line.text, { isFirst: true, isVerse }), line);
      return;
    }

    const isContinued = before?.continues === true && turns.at(-1)?.speaker === "A";
    const text = spokenText(line, line.text, { isFirst: true, isVerse });
    const last = turns.at(-1);
    if (isContinued && last && section === undefined) last.text = inNextLine(last.text, text);
    else speak("A", text, line, beginsParagraph || line.kind !== "sentence");
    said.push(line.text);

    if (
      form === "explainer" &&
      next &&
      next.kind !== "heading" &&
      !line.continues &&
      left >= minAfterSummary
    ) {
      const endsParagraph = next.paragraph !== line.paragraph;
      if (saidLength() < (endsParagraph ? beforeSummary.paragraph : beforeSummary.sentence)) return;
      const summary = isQuietKind(kind) ? null : chooseSummary({ ...telling, sentences: said });
      if (summary !== null) speak("B", summary, null);
    }
  });
  return turns;
}
