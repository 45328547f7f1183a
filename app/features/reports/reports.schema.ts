import { z } from "zod";
import { longestComment, reasons } from "./report.ts";

/** A report of a track. */
export const reportSchema = z.object({
  reason: z.enum(reasons, { error: "理由を選択してください" }).meta({ description: "理由" }),
  /** Line breaks count as one character each, also as forms send them. */
  comment: z
    .string({ error: "くわしい内容を文字で入力してください" })
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(longestComment, "くわしい内容は1,000文字以内で入力してください"))
    .default("")
    .meta({ description: `くわしい内容（${longestComment}文字以内）` }),
});

export type Report = z.output<typeof reportSchema>;
