import { z } from "zod";
import { customUserIdAnswers, customUserIdProblem } from "./custom-user-id.ts";
import { emojiPictureProblem, isEmojiPicture } from "./emoji-picture.ts";
import { nameSchema } from "./name.schema.ts";
import { isReservedName } from "./reserved-names.ts";

/** Empty: none chosen. */
const customUserId = z
  .string({ error: "ユーザーIDを文字で入力してください" })
  .nullish()
  .transform((text) => text?.trim())
  .superRefine((text, context) => {
    if (!text) return;
    const problem = customUserIdProblem(text) ?? (isReservedName(text) ? customUserIdAnswers.reserved : null);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .describe("3〜30文字の英数字、ハイフン、アンダースコア。空にすると、なしになります");

/** Empty, null and the specification's `default-avatar.png`: none. Which address it may be, the account decides. */
const picture = z
  .string({ error: "画像を確認してください" })
  .max(2000, "画像を確認してください")
  .nullish()
  .transform((text) => (text === undefined ? undefined : text?.trim() || null))
  .transform((text) => (text === "default-avatar.png" ? null : text))
  .refine((text) => !text || isEmojiPicture(text) || /^(\/uploads\/|https?:\/\/)/.test(text), {
    error: emojiPictureProblem,
  })
  .describe("絵文字1つ、またはアップロードした画像のパス。空にすると、なしになります");

/** Without the @ that people write before it. */
const xHandle = z
  .string({ error: "Xアカウントは英数字とアンダースコアのみ使用可能です" })
  .nullish()
  .transform((text) => (text === undefined ? undefined : (text?.trim().replace(/^[@＠]/, "") ?? "")))
  .superRefine((text, context) => {
    if (!text) return;
    if (!/^[A-Za-z0-9_]+$/.test(text)) {
      context.addIssue({
        code: "custom",
        message: "Xアカウントは英数字とアンダースコアのみ使用可能です",
      });
    } else if (text.length > 15) {
      context.addIssue({ code: "custom", message: "Xアカウントは15文字以内で入力してください" });
    }
  })
  .describe("XのユーザーID。15文字までの英数字とアンダースコア");

/** A profile as it is sent whole (spec 2 §5, §7). What is not given besides the name stays as it is. */
export const profileSchema = z.object({ name: nameSchema, customUserId, picture, xHandle });

/** Single fields of it. */
export const profileChangesSchema = profileSchema.extend({ name: nameSchema.optional() });

export type ProfileChanges = Partial<z.output<typeof profileChangesSchema>>;
