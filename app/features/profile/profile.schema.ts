import { z } from "zod";
import { nameSchema } from "#app/features/accounts/accounts.schema.ts";
import { isReservedName } from "#app/features/accounts/reserved-names.ts";
import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";
import { customUserIdMessages, customUserIdProblem, profileIntents } from "./profile.ts";

const emoji = /^\p{RGI_Emoji}$/v;

const emojiPictureProblem = "絵文字を1つだけ入力してください（国旗など、一部の絵文字は使えません）";

/** One emoji of at most two UTF-16 units (flags, skin tones and families are longer), with or without variation selector. */
export function isEmojiPicture(text: string): boolean {
  const [first, ...more] = graphemeSegmenter.segment(text);
  if (!first || more.length > 0 || text.length > 2) return false;
  const bare = text.replace(/\u{fe0f}$/u, "");
  return emoji.test(bare) || emoji.test(`${bare}\u{fe0f}`);
}

/** Of an upload, or of the sign-in's picture. */
const isPictureAddress = (text: string): boolean => /^(\/uploads\/|https?:\/\/)/.test(text);

/** Of a picture that is not taken: a page that was open while the picture changed elsewhere sends the earlier one. */
export const pictureProblem = (text: string): string =>
  isPictureAddress(text)
    ? "画像がほかの画面で変更されています。ほかのアイコンを選ぶか、ページを読み込み直してください"
    : emojiPictureProblem;

const customUserId = z
  .string({ error: "ユーザーIDを文字で入力してください" })
  .nullish()
  .transform((text) => text?.trim())
  .superRefine((text, context) => {
    if (!text) return;
    const problem =
      customUserIdProblem(text) ?? (isReservedName(text) ? customUserIdMessages.reserved : null);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .describe("3〜30文字の英数字、ハイフン、アンダースコア。空にすると、なしになります");

/** Empty, null and `default-avatar.png` mean none. `updateProfile` accepts no uploaded path but the present one. */
const picture = z
  .string({ error: "画像を確認してください" })
  .max(2000, "画像を確認してください")
  .nullish()
  .transform((text) => (text === undefined ? undefined : text?.trim() || null))
  .transform((text) => (text === "default-avatar.png" ? null : text))
  .refine((text) => !text || isEmojiPicture(text) || isPictureAddress(text), { error: emojiPictureProblem })
  .describe("絵文字1つ、またはアップロードした画像のパス。空にすると、なしになります");

/** Accepted with a leading @, stored without it. */
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

/** Absent fields other than the name stay as they are. */
export const profileSchema = z.object({ name: nameSchema, customUserId, picture, xHandle });

export const profileChangesSchema = profileSchema.extend({ name: nameSchema.optional() });

const { save, removePicture } = profileIntents;

/** A typed emoji wins over the chosen picture. */
const saveProfileForm = z
  .object({
    intent: z.literal(save),
    name: nameSchema,
    customUserId,
    picture,
    emoji: z
      .string()
      .trim()
      .refine((text) => text === "" || isEmojiPicture(text), emojiPictureProblem)
      .optional(),
    xHandle,
  })
  .transform(({ intent, emoji, ...profile }) => ({
    intent,
    changes: emoji ? { ...profile, picture: emoji } : profile,
  }));

const removePictureForm = z
  .object({ intent: z.literal(removePicture) })
  .transform(({ intent }) => ({ intent, changes: { picture: null } }));

/** The edit page's forms, except the upload. */
export const profileFormSchema = z.discriminatedUnion("intent", [saveProfileForm, removePictureForm], {
  error: "この操作はできません",
});

export type ProfileChanges = Partial<z.output<typeof profileChangesSchema>>;

export const userIdCheckReply = z.object({
  available: z.boolean(),
  reason: z.string().describe("使える、または使えない理由"),
});

export const pictureReply = z.object({ imageUrl: z.string().describe("新しい画像のパス") });
