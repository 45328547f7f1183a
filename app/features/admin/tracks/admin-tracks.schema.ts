import { z } from "zod";
import { selectedIds } from "#app/features/admin/parts/selected-ids.schema.ts";
import type { StorageName } from "#app/features/storage/server/audio-storage.server.ts";
import { optionalText } from "#app/features/text.schema.ts";
import { maxReasonLength, moderationMessages } from "#app/features/tracks/moderation/moderation.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { maxNumberedTracks, trackStates, tracksPerPage } from "./admin-tracks.ts";

/** Invalid parameters count as absent: addresses are typed and shared. */
export const trackQuery = {
  q: z.string().trim().max(200).catch("").default(""),
  state: z.enum(trackStates).nullable().catch(null).default(null),
  author: z.string().min(1).max(64).nullable().catch(null).default(null),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxNumberedTracks / tracksPerPage)
    .catch(1)
    .default(1),
};

export const adminFilesReply = z.array(
  z
    .object({
      id: z.int(),
      trackId: z.int().describe("`id`と同じです"),
      title: z.string(),
      isVisible: z.boolean().describe("公開中かどうか。公開停止中はfalse"),
      isWithheld: z.boolean().describe("運営が公開を停止しているかどうか"),
      isPremiumOnly: z.boolean(),
      location: z.enum(["local", "s3"]),
      exists: z.boolean().describe("標準音質のファイルがいま保存されているかどうか"),
      size: z.int().nullable().describe("バイト"),
      playCount: z.int(),
      impressionCount: z.int(),
      likeCount: z.int(),
      bookmarkCount: z.int(),
      posterName: z.string(),
      createdBy: z.string(),
      posterCustomUserId: z.string().nullable(),
      posterPicture: z.string().nullable().describe("画像のURLかパス、または絵文字"),
      profileImageExists: z
        .boolean()
        .nullable()
        .describe("アップロードされた画像が保存されているかどうか。それ以外の画像ではnull"),
      uploadedAt: z.iso.datetime(),
      duration: z.number().describe("長さ（秒）"),
      createdAt: z.iso.datetime(),
    })
    .meta({ id: "AdminFile", description: "保存されているファイルと、その音声です。" }),
);

/** Of both calls that compare files: nothing is copied anywhere. */
export const syncMessage = (location: StorageName, isFinished = true): string =>
  (location === "local" ? "S3は設定されていません。" : "") +
  (isFinished ? "ファイルを確認しました。" : "ファイルの確認を続けています。");

export const syncFileReply = z.object({
  success: z.boolean().describe("ファイルがあり、どれも記録と同じかどうか"),
  message: z.string(),
  trackId: z.int(),
  location: z.enum(["local", "s3"]),
  files: z.array(
    z.object({
      kbps: z.int(),
      bytes: z.int(),
      defect: z.enum(["missing", "damaged"]).nullable().describe("missing: ない、damaged: 記録と違う"),
    }),
  ),
});

export const syncAllReply = z.object({
  success: z.boolean(),
  message: z.string(),
  isFinished: z.boolean(),
  defectCount: z.int().describe("問題のあるファイルが見つかった音声の数"),
});

/** A reason, or the choice to give none. */
const reasonField = optionalText(maxReasonLength, moderationMessages.reasonTooLong);

/** Null where the admin chose 「理由を送らない」. */
function told(reason: string, silent: string | undefined): string | null {
  return silent === undefined ? reason : null;
}

/** Refuses an empty reason without the choice to give none. */
function needsReason<Value extends Record<string, unknown>>(
  reason: keyof Value & string,
  silent: keyof Value,
) {
  return (value: Value, context: z.RefinementCtx) => {
    if (value[reason] === "" && value[silent] === undefined)
      context.addIssue({ code: "custom", path: [reason], message: moderationMessages.reasonMissing });
  };
}

const one = { trackId: trackIdSchema };
const onOff = z.enum(["true", "false"]).transform((text) => text === "true");
const withReason = { reason: reasonField, silent: z.literal("on").optional() };

const trackForms = [
  z.object({ intent: z.literal("visibility"), ...one, isVisible: onOff }),
  z.object({ intent: z.literal("premium-only"), ...one, isPremiumOnly: onOff }),
  z.object({ intent: z.literal("restore"), ...one }),
  z.object({
    intent: z.literal("feature"),
    ...one,
    day: z
      .union([z.literal("").transform(() => null), z.iso.date("日付を確認してください")])
      .optional()
      .transform((day) => day ?? null),
  }),
  z.object({ intent: z.literal("unfeature"), ...one }),
  z.object({ intent: z.literal("review"), ...one }),
  z.object({ intent: z.literal("check"), ...one }),
  z
    .object({ intent: z.literal("take-down"), ...one, ...withReason })
    .superRefine(needsReason("reason", "silent"))
    .transform(({ reason, silent, ...value }) => ({ ...value, reason: told(reason, silent) })),
  z
    .object({ intent: z.literal("delete"), ...one, ...withReason })
    .superRefine(needsReason("reason", "silent"))
    .transform(({ reason, silent, ...value }) => ({ ...value, reason: told(reason, silent) })),
] as const;

/** The selected tracks, or all that match the list's filter and are not newer than `newestId`. */
const many = {
  ids: selectedIds(trackIdSchema).optional(),
  newestId: z.coerce.number().int().min(0),
};
const all = z.literal("on").optional();

function toBulk<Intent extends string>(
  form: { intent: Intent; ids?: number[] | undefined; newestId: number },
  isAll: "on" | undefined,
  reason: string | null,
) {
  const { intent, ids = [], newestId } = form;
  return { intent, ids, newestId, isAll: isAll === "on", reason };
}

export const trackListForm = z.discriminatedUnion("intent", [
  ...trackForms,
  z
    .object({
      intent: z.literal("bulk-take-down"),
      ...many,
      "take-down-all": all,
      "take-down-reason": reasonField,
      "take-down-silent": z.literal("on").optional(),
    })
    .superRefine(needsReason("take-down-reason", "take-down-silent"))
    .transform((form) =>
      toBulk(form, form["take-down-all"], told(form["take-down-reason"], form["take-down-silent"])),
    ),
  z
    .object({ intent: z.literal("bulk-restore"), ...many, "restore-all": all })
    .transform((form) => toBulk(form, form["restore-all"], null)),
  z
    .object({ intent: z.literal("bulk-review"), ...many, "review-all": all })
    .transform((form) => toBulk(form, form["review-all"], null)),
  z
    .object({
      intent: z.literal("bulk-delete"),
      ...many,
      "delete-all": all,
      "delete-reason": reasonField,
      "delete-silent": z.literal("on").optional(),
    })
    .superRefine(needsReason("delete-reason", "delete-silent"))
    .transform((form) =>
      toBulk(form, form["delete-all"], told(form["delete-reason"], form["delete-silent"])),
    ),
  z.object({ intent: z.literal("check-all") }),
  z.object({ intent: z.literal("cancel-run"), runId: trackIdSchema }),
]);

export const trackForm = z.discriminatedUnion("intent", trackForms);
export type TrackForm = z.output<typeof trackForm>;
