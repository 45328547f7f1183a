import { z } from "zod";
import { categories, fallbackCategory } from "./categories.ts";
import { factCheckSchema } from "./fact-check.schema.ts";
import { parseScript } from "./script-turns.ts";
import { normalizeText, scriptLimit, sourceTextLimit, speakingRates, titleLimit } from "./source-text.ts";

const text = (o: { required: string; most: number; tooLong: string }) =>
  z
    .string({ error: o.required })
    .transform(normalizeText)
    .refine((value) => value.length > 0, { error: o.required, abort: true })
    .refine((value) => [...value].length <= o.most, { error: o.tooLong, abort: true });

const inputTextSchema = text({
  required: "テキストを入力してください",
  most: sourceTextLimit,
  tooLong: `テキストは${sourceTextLimit.toLocaleString("ja-JP")}文字以内で入力してください`,
}).meta({
  description: `もとになる文章。${sourceTextLimit.toLocaleString("ja-JP")}文字まで`,
  examples: ["夜のラジオには、昼とはちがう時間が流れています。"],
});

const titleSchema = z
  .string({ error: "タイトルを入力してください" })
  .transform(normalizeText)
  .refine((value) => [...value].length <= titleLimit, `タイトルは${titleLimit}文字以内で入力してください`);

const scriptSchema = text({
  required: "台本が必要です",
  most: scriptLimit,
  tooLong: `台本は${scriptLimit.toLocaleString("ja-JP")}文字以内で入力してください`,
})
  .refine((script) => parseScript(script).length > 0, "台本が必要です")
  .meta({
    description: `「A: …」「B: …」の行からなる台本。${scriptLimit.toLocaleString("ja-JP")}文字まで`,
    examples: ["A: こんばんは。\nB: こんばんは。"],
  });

/** Steps of 0.1 between 0.5 and 2 (spec 3 §5); form posts send text. */
export const speakingRateSchema = z.coerce
  .number({ error: "読み上げ速度が正しくありません" })
  .min(speakingRates.least, "読み上げ速度は0.5〜2.0で指定してください")
  .max(speakingRates.most, "読み上げ速度は0.5〜2.0で指定してください")
  .transform((rate) => Math.round(rate * 10) / 10)
  .describe("読み上げ速度（0.1きざみ）");

/** Labels are category names (decisions, "Creation"). */
const labelsSchema = z
  .array(z.enum([...categories, fallbackCategory], { error: "ラベルが正しくありません" }))
  .max(5, "ラベルは5個までです")
  .describe("カテゴリ名");

export const generateScriptSchema = z.object({
  inputText: inputTextSchema,
  title: titleSchema.optional(),
});

export const regenerateScriptSchema = z.object({
  inputText: inputTextSchema,
  originalScript: scriptSchema,
  issues: z
    .array(z.string().transform(normalizeText), { error: "指摘事項が正しくありません" })
    .max(100, "指摘事項が多すぎます"),
  isV2UserContent: z.boolean().optional(),
});

export const startPreviewSchema = z.object({
  script: scriptSchema,
  title: titleSchema.optional(),
  speakingRate: speakingRateSchema.default(speakingRates.usual),
  inputText: inputTextSchema.optional(),
  factCheck: factCheckSchema.nullish(),
  labels: labelsSchema.optional(),
});

export const publishTrackSchema = z.object({
  previewFilename: z.string({ error: "プレビューファイルが必要です" }).min(1, "プレビューファイルが必要です"),
  title: z
    .string({ error: "タイトルが必要です" })
    .transform(normalizeText)
    .refine((value) => value.length > 0, "タイトルが必要です")
    .refine((value) => [...value].length <= titleLimit, `タイトルは${titleLimit}文字以内で入力してください`),
  script: scriptSchema,
  labels: labelsSchema.default([]),
  agreedToTerms: z.literal(true, { error: "利用規約への同意が必要です" }),
  duration: z
    .number({ error: "有効な音声時間が必要です" })
    .refine((seconds) => Number.isFinite(seconds) && seconds > 0, "有効な音声時間が必要です"),
  autoUpdateOnly: z.literal(false).optional(),
});

/** A publication, or, sent when the page is left, the question whether the preview still stands. */
export const publishTrackBody = z.discriminatedUnion(
  "autoUpdateOnly",
  [
    publishTrackSchema,
    z.object({
      autoUpdateOnly: z.literal(true),
      previewFilename: publishTrackSchema.shape.previewFilename,
    }),
  ],
  { error: "autoUpdateOnlyはtrueかfalseで指定してください" },
);
