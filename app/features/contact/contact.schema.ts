import { z } from "zod";
import { nameSchema } from "../accounts/name.schema.ts";
import { contactSubjects, longestContact, trapField } from "./contact.ts";

const email = z
  .string({ error: "メールアドレスを入力してください" })
  .trim()
  .min(1, "メールアドレスを入力してください")
  .pipe(
    z
      .email("メールアドレスの形式で入力してください")
      .max(longestContact.email, `メールアドレスは${longestContact.email}文字以内で入力してください`),
  )
  .meta({ description: "返信先", examples: ["kanade@example.com"] });

/** Line breaks count as one character each, also as forms send them. */
const message = z
  .string({ error: "お問い合わせ内容を入力してください" })
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .pipe(
    z
      .string()
      .min(1, "お問い合わせ内容を入力してください")
      .max(
        longestContact.message,
        `お問い合わせ内容は${longestContact.message.toLocaleString("ja-JP")}文字以内で入力してください`,
      ),
  )
  .meta({ description: `1〜${longestContact.message}文字` });

/** What is sent by the contact form (spec 2 §5, §7). */
export const contactSchema = z.object({
  name: nameSchema,
  email,
  subject: z.enum(contactSubjects, { error: "件名を選択してください" }).meta({ description: "件名" }),
  message,
  [trapField]: z.string().optional().describe("人には見えない欄。空のままにしてください"),
});

export type ContactMessage = z.output<typeof contactSchema>;
