import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { maxCommentLength, offeredReasons, reportMessages } from "./report.ts";

const tooLong = `くわしい内容は${maxCommentLength.toLocaleString("ja-JP")}文字以内で入力してください`;

export const reportSchema = z.object({
  reason: z.enum(offeredReasons, { error: "理由を選択してください" }).meta({ description: "理由" }),
  /** A line break counts as one character, although forms send CRLF. */
  comment: z
    .string({ error: "くわしい内容を文字で入力してください" })
    .transform(normalizeText)
    .pipe(z.string().check(atMost(maxCommentLength, tooLong)))
    .default("")
    .meta({ description: `くわしい内容（${maxCommentLength.toLocaleString("ja-JP")}文字以内）` }),
  line: z
    .int({ error: reportMessages.unknownLine })
    .min(0, reportMessages.unknownLine)
    .optional()
    .meta({ description: "気になった行（公開されている台本での順番、0から）" }),
});

/** As the form posts it: the empty choice is the whole track. */
export const reportForm = reportSchema.extend({
  line: z
    .string()
    .regex(/^\d{0,5}$/, reportMessages.unknownLine)
    .default("")
    .transform((line) => (line === "" ? undefined : Number(line))),
});

export type Report = z.output<typeof reportSchema>;

export const subjectReportSchema = reportSchema.omit({ line: true });

export type SubjectReport = z.output<typeof subjectReportSchema>;
