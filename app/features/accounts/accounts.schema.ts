import { z } from "zod";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { maxNameLength, normalizeName } from "./normalize-name.ts";

const missing = "名前を入力してください";
const tooLong = `名前は${maxNameLength}文字以内で入力してください`;

/** 1–50 visible characters. */
export const nameSchema = measuredText({ error: missing, max: maxNameLength, tooLong })
  .transform(normalizeName)
  .pipe(z.string().min(1, missing).check(atMost(maxNameLength, tooLong)))
  .meta({ description: "1〜50文字", examples: ["夜野 かなで"] });

/** Without a password. `redirect`: the page to return to. */
export const localSignInSchema = z.object({
  name: nameSchema,
  email: z
    .string({ error: "メールアドレスを入力してください" })
    .trim()
    .min(1, "メールアドレスを入力してください")
    .max(254, "メールアドレスが長すぎます")
    .pipe(z.email("メールアドレスの形式が正しくありません")),
  redirect: z.string().optional(),
});

export const accountFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("end-session"), session: z.string().default("") }),
    z.object({ intent: z.literal("end-all-sessions") }),
    z.object({ intent: z.literal("cancel-sign-in-move") }),
    z.object({
      intent: z.literal("delete-account"),
      confirm: z
        .string({ error: "「削除」と入力してください" })
        .trim()
        .refine((typed) => typed === "削除", "「削除」と入力してください"),
    }),
  ],
  { error: "この操作はできません" },
);

export const userReply = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    customUserId: z.string().nullable(),
    picture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
    xHandle: z.string().nullable(),
    isPremium: z.boolean(),
    state: z.enum(["approved", "pending", "denied", "suspended"]),
  })
  .meta({ id: "User", description: "ログインしている本人の情報です。" });

export const meReply = userReply.pick({ id: true, customUserId: true });

export const debugSessionReply = z.object({ authenticated: z.boolean(), userId: z.string().nullable() });

export const sessionReply = z
  .object({
    id: z.string().describe("`DELETE /api/auth/sessions/{id}`に渡す名前"),
    device: z.string().describe("「Chrome・Android」のような端末の名前"),
    createdAt: z.date(),
    lastActiveAt: z.date().describe("最後に使われた時刻（約10分単位）"),
    isCurrent: z.boolean().describe("この呼び出しに使ったセッションかどうか"),
  })
  .meta({ id: "Session", description: "ログイン中の端末です。" });
