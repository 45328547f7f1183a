import { z } from "zod";
import { maxVerificationLength } from "./feed.ts";

/** What a directory gave the owner, on one line; null for none. */
const verificationField = z
  .string()
  .max(maxVerificationLength, `確認コードは${maxVerificationLength}文字以内で入力してください`)
  .default("")
  .transform((text) => text.replace(/\s+/g, " ").trim() || null);

/** The form of the feed's owner, on the page where the feed is offered. */
export const feedVerificationForm = z.object({
  intent: z.literal("feed-verification"),
  verification: verificationField,
});
