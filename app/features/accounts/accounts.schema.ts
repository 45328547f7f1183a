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

/** The signed-in user as `GET /api/auth/user` shows them (spec 2 §3), with the state of the account. */
export const userReply = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    customUserId: z.string().nullable(),
    picture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
    xHandle: z.string().nullable(),
    isPremium: z.boolean(),
    state: z.enum(["approved", "pending", "denied"]),
  })
  .meta({ id: "User", description: "ログインしている本人の情報です。" });

export const meReply = userReply.pick({ id: true, customUserId: true });

export const userIdCheckReply = z.object({
  available: z.boolean(),
  reason: z.string().describe("使える、または使えない理由"),
});

/** A session in the list of the member's own. */
export const sessionReply = z
  .object({
    id: z.string().describe("`DELETE /api/auth/sessions/{id}`に渡す名前"),
    device: z.string().describe("「Chrome・Android」のような端末の名前"),
    createdAt: z.date(),
    lastActiveAt: z.date().describe("最後に使われた時刻（約10分単位）"),
    isCurrent: z.boolean().describe("この呼び出しに使ったセッションかどうか"),
  })
  .meta({ id: "Session", description: "ログイン中の端末です。" });

export const pictureReply = z.object({ imageUrl: z.string().describe("新しい画像のパス") });
