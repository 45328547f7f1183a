import { z } from "zod";
import { atMost, optionalText } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { maxNoteLength } from "./cases.ts";

/** A line break counts as one character, although forms send CRLF. */
export const multilineText = (options: { missing: string; max: number; tooLong: string }) =>
  z
    .string({ error: options.missing })
    .transform(normalizeText)
    .pipe(z.string().min(1, options.missing).check(atMost(options.max, options.tooLong)));

export const noteText = multilineText({
  missing: "メモを入力してください",
  max: maxNoteLength,
  tooLong: `メモは${maxNoteLength.toLocaleString("ja-JP")}文字以内で入力してください`,
});

/** Empty: nobody is told. */
export const optionalNote = optionalText(
  maxNoteLength,
  `${maxNoteLength.toLocaleString("ja-JP")}文字以内で入力してください`,
);
