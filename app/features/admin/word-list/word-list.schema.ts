import { z } from "zod";
import { countOmissions, normalizeLine, tellingLength } from "#app/engines/harm/word-list.ts";
import {
  maxLineLength,
  maxListLines,
  type WordListPart,
  wordListParts,
} from "#app/features/word-list/word-list.ts";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";

/** In letters: anything shorter stands in every text. */
const minLength: Record<WordListPart, number> = { words: 2, examples: 4, exceptions: 2 };
/** Several in one example would take long to find. */
const maxOmissions = 1;

/** Quotes the line as the operator typed it: NFKC makes 「...」 of 「…」. */
function problemOf(part: WordListPart, typed: string): string | null {
  const line = normalizeLine(typed);
  const shown = `「${[...typed].slice(0, 20).join("")}」`;
  if (countCharacters(line) > maxLineLength) return `${shown}は長すぎます。1行は${maxLineLength}文字までです`;
  if (tellingLength(line, part === "examples") < minLength[part])
    return `${shown}は短すぎます。記号や${part === "examples" ? "数字と…" : "空白"}のほかに、${minLength[part]}文字以上にしてください`;
  if (part === "examples" && countOmissions(line) > maxOmissions)
    return `${shown}の「…」は、${maxOmissions}つだけにしてください`;
  if (part === "exceptions" && /[。！!？?]./u.test(line)) return `${shown}は、1行に一文だけにしてください`;
  return null;
}

/** Each line once, normalized by `normalizeLine`. */
const linesOf = (part: WordListPart) =>
  z
    .string()
    .default("")
    .transform((text, context): string[] => {
      const typed = normalizeText(text)
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      const lines = [...new Set(typed.map(normalizeLine))];
      const problem =
        lines.length > maxListLines
          ? `${wordListParts[part]}は、${maxListLines}行までです`
          : typed.map((line) => problemOf(part, line)).find((found) => found !== null);
      if (problem) context.addIssue({ code: "custom", message: problem });
      return lines;
    });

const version = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const list = { words: linesOf("words"), examples: linesOf("examples"), exceptions: linesOf("exceptions") };

export const wordListForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("try"), ...list }),
  z.object({ intent: z.literal("save"), base: version, ...list }),
  z.object({ intent: z.literal("restore"), base: version, version }),
]);
