import { z } from "zod";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";

const maxNameLength = 50;

const missingMessage = "カテゴリー名を入力してください";
const tooLongMessage = `カテゴリー名は${maxNameLength}文字以内で入力してください`;

/** No commas: they separate a playlist's categories. */
export const categorySchema = z.object({
  name: measuredText({ error: missingMessage, max: maxNameLength, tooLong: tooLongMessage })
    .transform(normalizeName)
    .pipe(
      z
        .string()
        .min(1, missingMessage)
        .check(atMost(maxNameLength, tooLongMessage))
        .refine((name) => !/[,，、]/.test(name), "カテゴリー名に「,」や「、」は使えません"),
    )
    .meta({ description: "50文字まで。「,」や「、」は使えません", examples: ["夜の音"] }),
});

export const suggestionQuery = z.object({
  q: z
    .string()
    .default("")
    .transform((text) => Array.from(text.trim()).slice(0, maxNameLength).join(""))
    .describe("入力中の文字"),
  limit: z.coerce
    .number({ error: "limitは1〜50で指定してください" })
    .int("limitは1〜50で指定してください")
    .min(1, "limitは1〜50で指定してください")
    .max(50, "limitは1〜50で指定してください")
    .default(10),
});

export const categoryParams = z.object({ category: z.string().min(1) });

export const categoryReply = z
  .object({ name: z.string(), usageCount: z.int().describe("このカテゴリーがついた音声の数") })
  .meta({ id: "Category", description: "カテゴリーです。" });

export const trackCategoriesReply = z.array(
  z.object({ category: z.string(), usageCount: z.int().describe("このカテゴリーがついた音声の数") }),
);
