import { z } from "zod";
import { tidyName } from "../accounts/tidy-name.ts";

/** The longest name of a category, in characters. */
const longestName = 50;

const missing = "カテゴリ名を入力してください";

/** A new category's name, trimmed. No comma: playlists list their categories with commas (spec 2 §3). */
export const categorySchema = z.object({
  name: z
    .string({ error: missing })
    .transform(tidyName)
    .pipe(
      z
        .string()
        .min(1, missing)
        .refine((name) => Array.from(name).length <= longestName, "カテゴリ名は50文字以内で入力してください")
        .refine((name) => !/[,，、]/.test(name), "カテゴリ名に「,」や「、」は使えません"),
    )
    .meta({ description: "50文字まで。「,」や「、」は使えません", examples: ["夜の音"] }),
});

/** The query of the suggestions (spec 2 §7). */
export const suggestionQuery = z.object({
  q: z
    .string()
    .default("")
    .transform((text) => Array.from(text.trim()).slice(0, longestName).join(""))
    .describe("入力中の文字"),
  limit: z.coerce
    .number({ error: "limitは1〜50で指定してください" })
    .int("limitは1〜50で指定してください")
    .min(1, "limitは1〜50で指定してください")
    .max(50, "limitは1〜50で指定してください")
    .default(10),
});

export const categoryParams = z.object({ category: z.string().min(1) });

/** A category as the calls show it (spec 2 §3). */
export const categoryReply = z
  .object({ name: z.string(), usageCount: z.int().describe("このカテゴリがついた音声の数") })
  .meta({ id: "Category", description: "カテゴリです。" });

export const trackCategoriesReply = z.array(
  z.object({ category: z.string(), usageCount: z.int().describe("このカテゴリがついた音声の数") }),
);
