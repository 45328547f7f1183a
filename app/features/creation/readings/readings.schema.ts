import { z } from "zod";
import { maxWordLength, pronunciationMessages } from "#app/features/pronunciations/pronunciations.ts";
import { readingScopes } from "./word-reading.ts";

/** From 0, as a form posts it. */
export const wholeNumber = (error: string) => z.coerce.number({ error }).int(error).min(0, error);

/** Which line of a script a form is about, from 0. */
export const lineNumberSchema = wholeNumber("行を指定してください");

/** The fields of the form of a word. Kana and accent are judged with the dictionary's rule. */
export const readingChoice = {
  line: lineNumberSchema,
  at: lineNumberSchema,
  word: z.string().min(1).max(maxWordLength),
  way: z
    .string({ error: "読みを選んでください" })
    .regex(/^(?:own|[ァ-ヶー]{1,60}:\d{0,2})$/, "読みを選んでください"),
  reading: z.string().max(1000).default(""),
  accent: z
    .string()
    .regex(/^\d{0,2}$/, pronunciationMessages.accent)
    .default(""),
  scope: z.enum(readingScopes),
};

const readingChoiceSchema = z.object(readingChoice);

/** How a word of a line is to be read, and where. */
export type ReadingChoice = z.output<typeof readingChoiceSchema>;
