import { z } from "zod";
import { atMost } from "#app/features/text.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { generationRateSchema } from "./tasks/generation-task.schema.ts";
import { defaultGenerationRate } from "./tasks/generation-task.ts";
import { maxSourceTextLength, maxUrlLength, themeStatuses } from "./themes.ts";

const urlMessage = "動画のURLを入力してください";

export const extractThemesSchema = z.object({
  url: z
    .string({ error: urlMessage })
    .trim()
    .min(1, urlMessage)
    .max(maxUrlLength, `URLは${maxUrlLength}文字以内で入力してください`)
    .describe("YouTubeまたはVimeoの動画のページ"),
  text: z
    .string()
    .transform(normalizeText)
    .pipe(
      z
        .string()
        .check(
          atMost(
            maxSourceTextLength,
            `文章は${maxSourceTextLength.toLocaleString("ja-JP")}文字以内で入力してください`,
          ),
        ),
    )
    .optional()
    .describe("動画の字幕や説明文（WebVTT、SubRip、またはふつうの文章）。あれば、ここからテーマを作ります"),
});

export const themeStatusSchema = z.enum(themeStatuses, {
  error: `statusは${themeStatuses.join("、")}のどれかを指定してください`,
});

export const themeIdSchema = z.coerce.number().int().min(1).max(2_147_483_647);

export const themeReply = z
  .object({
    id: z.int(),
    title: z.string(),
    perspective: z.string().describe("どこから見た話か"),
    content: z.string().describe("台本のもとになる文章"),
    status: z.enum(themeStatuses).describe("審査中、承認済み、または不採用"),
    youtubeExtraction: z.object({
      title: z.string().describe("動画の題名"),
      author: z.string().describe("動画の投稿者"),
      url: z.url().describe("動画のページ"),
    }),
    activeTask: z
      .object({ id: z.string(), progress: z.int().min(0).max(100) })
      .nullable()
      .describe("音声を生成している作業"),
    createdAt: z.date(),
  })
  .meta({ id: "Theme", description: "動画から抽出したテーマです。" });

export const themesReply = z.array(themeReply);

/** `seen`: the status that the admin saw. */
export const themesFormSchema = z.discriminatedUnion("intent", [
  extractThemesSchema.extend({ intent: z.literal("extract") }),
  z.object({ intent: z.literal("approve"), theme: themeIdSchema }),
  z.object({ intent: z.literal("reject"), theme: themeIdSchema, seen: themeStatusSchema }),
  z.object({
    intent: z.literal("generate"),
    theme: themeIdSchema,
    speakingRate: generationRateSchema.default(defaultGenerationRate),
  }),
]);
