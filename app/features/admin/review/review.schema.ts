import { z } from "zod";
import { selectedIds } from "#app/features/admin/parts/selected-ids.schema.ts";
import { atMost, optionalText } from "#app/features/text.schema.ts";
import { maxReasonLength, moderationMessages } from "#app/features/tracks/moderation/moderation.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { maxFilterNameLength } from "./review.ts";

/** Time in ms. */
const moment = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform(Number);

const card = { trackId: trackIdSchema, seen: moment, reports: moment };

/** A card as one value: the track, since when it waits, its latest report. */
const seenCard = z
  .string()
  .regex(/^[1-9]\d{0,8}\.\d{1,14}\.\d{1,14}$/)
  .transform((value) => {
    const [trackId = 0, seen = 0, reports = 0] = value.split(".").map(Number);
    return { trackId, seen, reports };
  });

export const reviewForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve"), ...card }),
  z.object({ intent: z.literal("hold"), ...card }),
  z.object({ intent: z.literal("hide"), ...card }),
  z
    .object({
      intent: z.literal("take-down"),
      ...card,
      reason: optionalText(maxReasonLength, moderationMessages.reasonTooLong),
      silent: z.literal("on").optional(),
    })
    .superRefine(({ reason, silent }, context) => {
      if (reason === "" && silent === undefined)
        context.addIssue({ code: "custom", path: ["reason"], message: moderationMessages.reasonMissing });
    }),
  z.object({ intent: z.literal("approve-shown"), ids: selectedIds(seenCard) }),
  z.object({ intent: z.literal("undo"), ids: selectedIds(trackIdSchema) }),
  z.object({
    intent: z.literal("save-filter"),
    name: z
      .string({ error: "名前を入力してください" })
      .transform(normalizeText)
      .pipe(
        z
          .string()
          .min(1, "名前を入力してください")
          .check(atMost(maxFilterNameLength, `名前は${maxFilterNameLength}文字以内で入力してください`)),
      ),
  }),
  z.object({ intent: z.literal("remove-filter"), filterId: trackIdSchema }),
]);

export type ReviewForm = z.output<typeof reviewForm>;
