import { z } from "zod";
import { lineSchema } from "../creation.schema.ts";
import { normalizeText } from "../creation.ts";
import { maxNoteLength } from "./correction.ts";

/** The form of one line of a published track. */
export const correctionSchema = z.object({
  line: z.coerce.number().int().min(0),
  before: z.string().max(10_000).transform(normalizeText),
  text: lineSchema,
  note: z
    .string()
    .default("")
    .transform(normalizeText)
    .refine((note) => [...note].length <= maxNoteLength, `${maxNoteLength}文字以内で入力してください`)
    .transform((note) => note || null),
});
