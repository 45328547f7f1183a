import { z } from "zod";

/** Local sign-in: a name and an e-mail address (decisions, "Local sign-in"). */
export const localSignInSchema = z.object({
  name: z
    .string({ error: "名前を入力してください" })
    .trim()
    .min(1, "名前を入力してください")
    .max(50, "名前は50文字以内で入力してください")
    .refine((name) => !name.includes("\0"), "名前に使えない文字が含まれています"),
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
