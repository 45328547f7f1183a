import { z } from "zod";
import { maxVerificationLength } from "./feed.ts";

const verificationField = z
  .string()
  .max(maxVerificationLength, `確認コードは${maxVerificationLength}文字以内で入力してください`)
  .default("")
  .transform((text) => text.replace(/\s+/g, " ").trim() || null);

export const feedVerificationForm = z.object({
  intent: z.literal("feed-verification"),
  verification: verificationField,
});
