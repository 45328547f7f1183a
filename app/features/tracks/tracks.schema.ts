import { z } from "zod";
import { addressParams } from "#app/features/address.schema.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { rowId } from "#app/features/row-id.schema.ts";

export const trackIdSchema = rowId("音声のIDが正しくありません");

const notFound = "音声が見つかりません";

export const trackParams = addressParams({ id: trackIdSchema }, notFound);

/** The id of a screen's path parameters. Throws `NotFound` if invalid. */
export function parseTrackId(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound(notFound);
  return data.id;
}

export const visibilityFormSchema = z.object({
  trackId: trackIdSchema,
  isVisible: z.enum(["true", "false"]).transform((text) => text === "true"),
  redirect: z.string().optional(),
});

export const deleteTrackFormSchema = z.object({ redirect: z.string().optional() });

export const trackOrder = z
  .enum(["newest", "oldest"], { error: "orderはnewestかoldestで指定してください" })
  .default("newest")
  .describe("並び順。検索の結果では使いません");
export type TrackOrder = z.infer<typeof trackOrder>;

export const trackReply = z
  .object({
    id: z.int(),
    coverId: z.int().describe("カバーの絵の番号。`id`と同じこともある"),
    title: z.string(),
    filename: z.string(),
    duration: z.number().describe("長さ（秒）"),
    isPremiumOnly: z.boolean().describe("プレミアム限定かどうか"),
    audibleDuration: z
      .number()
      .describe("呼び出した方が聴ける長さ（秒）。プレミアム限定の音声では、ほかの方は冒頭の30秒まで"),
    playCount: z.int(),
    likeCount: z.int(),
    impressionCount: z.int(),
    bookmarkCount: z.int().describe("プレイリストに入れている会員の数"),
    uploadedAt: z.iso.datetime(),
    isVisible: z.boolean().describe("公開中かどうか"),
    createdBy: z.string().describe("投稿した会員のid"),
    posterName: z.string(),
    posterPicture: z.string().nullable(),
    posterCustomUserId: z.string().nullable(),
    labels: z.array(z.string()).describe("カテゴリー名"),
  })
  .meta({ id: "Track", description: "公開された音声です。" });

export const speakerNamesReply = z
  .object({ A: z.string().optional(), B: z.string().optional() })
  .describe("話し手の名前。ないほうは「A」「B」と表示されます");

export const trackWithScriptReply = trackReply.extend({
  description: z.string().nullable().describe("投稿した方による説明"),
  script: z
    .string()
    .describe("「A: …」「B: …」の行からなる台本。プレミアム限定の音声では、ほかの方には冒頭の行だけ"),
  speakerNames: speakerNamesReply,
  speechCredit: z
    .string()
    .nullable()
    .describe("声の利用規約が求める表示。音声を紹介するときは、これも示してください。ないときはnull"),
});

export const visibilityReply = z
  .object({ id: z.int(), isVisible: z.boolean() })
  .meta({ id: "TrackVisibility", description: "音声の公開状態です。" });

export const cuesReply = z
  .array(
    z.object({
      speaker: z.enum(["A", "B"]),
      text: z.string(),
      startMs: z.number().describe("始まり（ミリ秒）"),
      endMs: z.number().describe("終わり（ミリ秒）"),
    }),
  )
  .meta({ id: "Cues" });

export const chaptersReply = z
  .object({
    version: z.literal("1.2.0"),
    chapters: z.array(z.object({ startTime: z.number().describe("始まり（秒）"), title: z.string() })),
  })
  .meta({ id: "Chapters" });

const madeWith = z.object({
  engine: z.string(),
  model: z.string().nullable(),
  program: z.string().describe("そのときのこのプログラムの版"),
});

/** Which engines made something, as an export has it. */
export const exportedMaking = z
  .object({
    script: madeWith.extend({ sha256: z.string(), isEdited: z.boolean().optional() }).optional(),
    factCheck: madeWith.optional(),
    speech: madeWith
      .extend({
        voices: z.array(z.object({ speaker: z.enum(["A", "B"]), id: z.string(), name: z.string() })),
      })
      .optional(),
  })
  .nullable()
  .describe("台本を書き、確かめ、読み上げたエンジン。記録のないときはnull");
