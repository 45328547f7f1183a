import { z } from "zod";
import { nameSchema } from "#app/features/accounts/accounts.schema.ts";
import { multilineText } from "../cases/cases.schema.ts";
import { contactSubjects, honeypotField, maxContactLengths } from "./contact.ts";

/** Where a reply goes. */
export const contactEmail = z
  .string({ error: "メールアドレスを入力してください" })
  .trim()
  .min(1, "メールアドレスを入力してください")
  .max(maxContactLengths.email, `メールアドレスは${maxContactLengths.email}文字以内で入力してください`)
  .pipe(z.email("メールアドレスの形式で入力してください"))
  .meta({ description: "返信先", examples: ["kanade@example.com"] });

const message = multilineText({
  missing: "お問い合わせ内容を入力してください",
  max: maxContactLengths.message,
  tooLong: `お問い合わせ内容は${maxContactLengths.message.toLocaleString("ja-JP")}文字以内で入力してください`,
}).meta({ description: `1〜${maxContactLengths.message}文字` });

export const contactSchema = z.object({
  name: nameSchema,
  email: contactEmail,
  subject: z.enum(contactSubjects, { error: "件名を選択してください" }).meta({ description: "件名" }),
  message,
  [honeypotField]: z.string().optional().describe("人には見えない欄。空のままにしてください"),
});

export type ContactMessage = z.output<typeof contactSchema>;
