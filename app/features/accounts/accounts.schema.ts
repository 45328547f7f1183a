import { z } from "zod";
import { nameSchema } from "./name.schema.ts";

/** Local sign-in: a name and an e-mail address (decisions, "Local sign-in"). */
export const localSignInSchema = z.object({
  name: nameSchema,
  email: z
    .string({ error: "メールアドレスを入力してください" })
    .trim()
    .min(1, "メールアドレスを入力してください")
    .max(254, "メールアドレスが長すぎます")
    .pipe(z.email("メールアドレスの形式が正しくありません")),
});

/** The last step before an account is deleted. */
export const deleteAccountSchema = z.object({
  confirm: z
    .string({ error: "「削除」と入力してください" })
    .trim()
    .refine((typed) => typed === "削除", "「削除」と入力してください"),
});
