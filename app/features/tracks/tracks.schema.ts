import { z } from "zod";

/** Ids fit Postgres' integer; anything else names no track. */
export const trackIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id < 2 ** 31);

export const trackParams = z.object({ id: trackIdSchema });

/** The eye's form on my page. */
export const visibilityFormSchema = z
  .object({ trackId: trackIdSchema, isVisible: z.enum(["true", "false"]) })
  .transform(({ trackId, isVisible }) => ({ trackId, isVisible: isVisible === "true" }));

/** A track as the calls show it (spec 1 §3). */
export const trackReply = z
  .object({
    id: z.int(),
    title: z.string(),
    filename: z.string(),
    duration: z.number().describe("長さ（秒）"),
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

export const trackWithScriptReply = trackReply
  .extend({ script: z.string().describe("「A: …」「B: …」の行からなる台本") })
  .meta({ id: "TrackWithScript", description: "台本つきの音声です。" });

export const visibilityReply = z
  .object({ id: z.int(), isVisible: z.boolean() })
  .meta({ id: "TrackVisibility", description: "音声の公開状態です。" });
