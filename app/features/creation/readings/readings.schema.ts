import { z } from "zod";
import { maxWordLength, pronunciationMessages } from "#app/features/pronunciations/pronunciations.ts";
import { readingScopes } from "./word-reading.ts";

export const wholeNumber = (error: string) => z.coerce.number({ error }).int(error).min(0, error);

export const lineNumberSchema = wholeNumber("行を指定してください");

/** The dictionary's rule judges kana and accent. */
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

export type ReadingChoice = z.output<typeof readingChoiceSchema>;
