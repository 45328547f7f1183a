import { z } from "zod";
import { factCheckSchema } from "#app/engines/fact-check/fact-check.schema.ts";
import { taskStates } from "./audio-task.ts";
import { narrationReply, textKindReply } from "./narration/narration.schema.ts";

export const scriptReply = z
  .object({
    script: z.string().describe("「A: …」「B: …」の行からなる台本"),
    title: z.string(),
    factCheck: factCheckSchema.nullable(),
    inputText: z.string(),
    labels: z.array(z.string()).describe("カテゴリー名"),
    textKind: textKindReply,
  })
  .meta({ id: "Script", description: "書き上がった台本です。" });

export const taskReply = z
  .object({
    id: z.string(),
    status: z.enum(taskStates),
    userSessionId: z.string().describe("「v2_」などとidをつないだ名前"),
    userScriptData: z.object({
      inputText: z.string(),
      title: z.string(),
      script: z.string().nullable(),
      factCheck: factCheckSchema.nullable(),
      labels: z.array(z.string()),
      textKind: textKindReply,
      speakingRate: z.number().describe("読み上げ速度（0.5〜2）"),
      presentation: narrationReply,
    }),
    currentStage: z.string(),
    progress: z.int().min(0).max(100).describe("進み具合（%）"),
    title: z.string(),
    generatedTitle: z.string(),
    audioDuration: z.number().nullable().describe("音声の長さ（秒）"),
    trackId: z.int().nullable().describe("公開された音声のid"),
    revision: z.int().describe("できあがったプレビューを直した回数。0なら、はじめの音声"),
    error: z.string().nullable(),
    errorMessage: z
      .string()
      .nullable()
      .describe("完了したときはプレビューをJSONにした文字列、失敗したときは理由"),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable().describe("作業が始まった時刻。順番を待っているあいだはnull"),
  })
  .meta({ id: "AudioTask", description: "音声を作る作業です。" });

export const tasksReply = z.array(taskReply);

/** JSON in `errorMessage` of its task. */
export const previewReply = z.object({
  previewUrl: z.string(),
  previewFilename: z.string(),
  duration: z.number().describe("長さ（秒）"),
  script: z.string(),
  title: z.string(),
});

export const startedReply = z
  .object({ taskId: z.string(), currentCount: z.int(), dailyLimit: z.int() })
  .meta({ id: "StartedTask", description: "始まった作業と、今日の利用回数です。" });

export const dailyUsageReply = z
  .object({
    currentCount: z.int().describe("今日作った回数"),
    dailyLimit: z.int().describe("1日の上限"),
    remaining: z.int(),
    isPremium: z.boolean(),
  })
  .meta({ id: "PostingStatus", description: "今日の利用回数と上限です。" });

/** The track, or with `autoUpdateOnly` the preview's state. */
export const publicationReply = z.union([
  z
    .object({
      success: z.literal<boolean>(true),
      id: z.int(),
      trackId: z.int(),
      isWithheld: z.boolean().describe("運営が内容を確認するまで、投稿者のほかには公開されません"),
      track: z.object({ id: z.int(), title: z.string() }),
    })
    .meta({ id: "Publication", description: "投稿された音声です。" }),
  z
    .object({
      success: z.literal<boolean>(true),
      trackId: z.int().nullable().describe("すでに公開されていれば、その音声のid"),
      expiresAt: z.iso.datetime(),
    })
    .meta({ id: "PreviewStanding", description: "プレビューの状態です。" }),
]);
