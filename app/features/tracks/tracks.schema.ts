import { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";

/** A track's id in a path or form: within Postgres' `integer`. */
export const trackIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, "音声のIDが正しくありません")
  .transform(Number)
  .refine((id) => id < 2 ** 31, "音声のIDが正しくありません");

/** The path parameters of a track's pages and endpoints. */
export const trackParams = z.object({ id: trackIdSchema });

/** The track's id from a screen's path parameters. Throws `NotFound` when it is invalid. */
export function parseTrackId(params: unknown): number {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  return data.id;
}

/** The form of the visibility button on the profile page: `redirect` is the page to return to. */
export const visibilityFormSchema = z.object({
  trackId: trackIdSchema,
  isVisible: z.enum(["true", "false"]).transform((text) => text === "true"),
  redirect: z.string().optional(),
});

/** The confirmation before a track is deleted: `redirect` is the page to return to. */
export const deleteTrackFormSchema = z.object({ redirect: z.string().optional() });

/** The order of a list of tracks, by the time of their publication. */
export const trackOrder = z
  .enum(["newest", "oldest"], { error: "orderはnewestかoldestで指定してください" })
  .default("newest")
  .describe("並び順。検索の結果はいつも新しい順です");
export type TrackOrder = z.infer<typeof trackOrder>;

/** A track as the API returns it. */
export const trackReply = z
  .object({
    id: z.int(),
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
    labels: z.array(z.string()).describe("カテゴリ名"),
  })
  .meta({ id: "Track", description: "公開された音声です。" });

export const speakerNamesReply = z
  .object({ A: z.string().optional(), B: z.string().optional() })
  .describe("話し手の名前。ないほうは「A」「B」と表示されます");

export const trackWithScriptReply = trackReply.extend({
  script: z
    .string()
    .describe("「A: …」「B: …」の行からなる台本。プレミアム限定の音声では、ほかの方には冒頭の行だけ"),
  speakerNames: speakerNamesReply,
});

export const visibilityReply = z
  .object({ id: z.int(), isVisible: z.boolean() })
  .meta({ id: "TrackVisibility", description: "音声の公開状態です。" });

/** The sentences of a transcript, in their order. */
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

/** Chapters in the JSON of Podcasting 2.0. */
export const chaptersReply = z
  .object({
    version: z.literal("1.2.0"),
    chapters: z.array(z.object({ startTime: z.number().describe("始まり（秒）"), title: z.string() })),
  })
  .meta({ id: "Chapters" });
