import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { maxCommentLength, offeredReasons } from "./report.ts";

/** A report of a track, from the form or the API. */
export const reportSchema = z.object({
  reason: z.enum(offeredReasons, { error: "理由を選択してください" }).meta({ description: "理由" }),
  /** Line breaks count as one character each, although forms send them as CRLF. */
  comment: z
    .string({ error: "くわしい内容を文字で入力してください" })
    .transform(normalizeText)
    .pipe(z.string().check(atMost(maxCommentLength, "くわしい内容は1,000文字以内で入力してください")))
    .default("")
    .meta({ description: `くわしい内容（${maxCommentLength}文字以内）` }),
});

/** A validated report. */
export type Report = z.output<typeof reportSchema>;
