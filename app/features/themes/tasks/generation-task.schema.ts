import { z } from "zod";
import { factCheckSchema } from "#app/engines/fact-check/fact-check.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { defaultGenerationRate, generationRates, maxGenerationTextLength } from "./generation-task.ts";

const rateMessage = `読み上げ速度は${generationRates.join("・")}から選んでください`;

/** One of the console's five rates. Coerced: forms and addresses hold text. */
export const generationRateSchema = z.coerce
  .number({ error: rateMessage })
  .refine((rate) => generationRates.some((known) => known === rate), rateMessage)
  .describe("読み上げ速度");

const textRequired = "テキストを入力してください";

export const generateContentSchema = z.object({
  inputText: z
    .string({ error: textRequired })
    .transform(normalizeText)
    .refine((text) => text.length > 0, { error: textRequired, abort: true })
    .refine(
      (text) => [...text].length <= maxGenerationTextLength,
      `テキストは${maxGenerationTextLength.toLocaleString("ja-JP")}文字以内で入力してください`,
    )
    .describe(`もとになる文章。${maxGenerationTextLength.toLocaleString("ja-JP")}文字まで`),
  speakingRate: generationRateSchema.default(defaultGenerationRate),
});

const grounding = z
  .object({
    engine: z.string(),
    sources: z.array(z.object({ title: z.string(), url: z.string() })),
  })
  .describe("照らし合わせた情報源。検索しないエンジンではnull");

const factCheck = factCheckSchema
  .extend({
    status: z
      .enum(["verified", "issues_found", "error"])
      .describe("確認済み、要確認、または確認できなかった"),
  })
  .meta({ id: "GenerationFactCheck", description: "生成された台本のファクトチェックの結果です。" });

export const generationTaskReply = z
  .object({
    id: z.string(),
    themeId: z.int().nullable().describe("削除されたテーマではnull"),
    theme: z
      .object({ id: z.int(), title: z.string(), status: z.enum(["pending", "approved", "rejected"]) })
      .nullable(),
    status: z.enum(["queued", "processing", "completed", "failed", "cancelled"]),
    currentStage: z.enum(["pending", "script_generation", "audio_generation", "completed"]),
    progress: z.int().min(0).max(100).describe("進み具合（%）"),
    speakingRate: z.number(),
    createdAt: z.iso.datetime(),
    errorMessage: z.string().nullable(),
    trackId: z.int().nullable().describe("できた音声のid"),
    groundingInfo: grounding.nullable(),
    stageData: z.object({
      script_generation: z
        .object({ groundingInfo: grounding.nullable(), factCheckResult: factCheck.nullable() })
        .optional(),
    }),
  })
  .meta({ id: "GenerationTask", description: "テーマから音声を作る作業です。" });

export const generationTasksReply = z.array(generationTaskReply);

export const clearedReply = z.object({ message: z.string() });

/** From clients of `/ws`. */
export const subscriptionSchema = z.object({
  type: z.literal("subscribe"),
  taskId: z.string().min(1).max(100),
});
