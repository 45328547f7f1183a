import { isQuestion } from "./choose-reaction.ts";
import type { Line } from "./read-blocks.ts";
import type { Turn } from "./script.ts";
import { joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";

/** Indexes of lines. */
interface AnsweredQuestion {
  question: number[];
  answer: number[];
}

const minQuestions = 2;

/**
 * The text's questions with their answers; null below two. A question is marked (`Q:`, 問), a heading, an item or a paragraph's
 * first sentence. Its answer ends before the next question or heading. That of a marked question also ends at a blank line. That
 * of a sentence ends with its paragraph, or with the next one if the question stands alone.
 */
export function findQuestions(lines: readonly Line[]): AnsweredQuestion[] | null {
  const isMarked = lines.some(({ role }) => role === "question");
  const asks = (line: Line, before: Line | undefined) =>
    isMarked
      ? line.role === "question"
      : isQuestion(line.text) && (line.kind !== "sentence" || before?.paragraph !== line.paragraph);
  const found: AnsweredQuestion[] = [];
  let open: (AnsweredQuestion & { isWide: boolean }) | null = null;
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const lastOfQuestion = open?.question.at(-1);
    if (asks(line, before)) {
      if (open && open.answer.length === 0 && isMarked && lastOfQuestion === at - 1) open.question.push(at);
      else {
        open = { question: [at], answer: [], isWide: line.kind === "heading" };
        found.push(open);
      }
      return;
    }
    if (!open) return;
    const lastParagraph = lines[open.answer.at(-1) ?? lastOfQuestion ?? at]?.paragraph;
    const isOutside =
      open.answer.length > 0 &&
      (isMarked
        ? line.afterBlank === true && line.role === undefined
        : !open.isWide && line.paragraph !== lastParagraph);
    if (line.kind === "heading" || isOutside) open = null;
    else open.answer.push(at);
  });
  const answered = found.filter(({ answer }) => answer.length > 0);
  return answered.length < minQuestions ? null : answered;
}

/** 一問一答: B asks the text's questions, A answers in its words. The rest of the text is left out. */
export function buildQuestions(context: ScriptContext, questions: readonly AnsweredQuestion[]): Turn[] {
  const tell = (indexes: readonly number[]) =>
    indexes.reduce((said, at) => {
      const line = context.lines[at];
      if (!line) return said;
      const spoken = spokenText(line, line.text, { isFirst: true, isVerse: false });
      const endsLine = line.kind !== "sentence" || line.paragraph !== context.lines[at - 1]?.paragraph;
      return said === "" ? spoken : joinSpoken(said, spoken, { endsLine });
    }, "");
  return questions.flatMap(({ question, answer }, at): Turn[] => [
    { speaker: "B", text: tell(question), ...(at > 0 ? { beginsParagraph: true } : {}) },
    { speaker: "A", text: tell(answer) },
  ]);
}
