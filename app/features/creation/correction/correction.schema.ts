import { z } from "zod";
import { trackWithScriptReply } from "#app/features/tracks/tracks.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { lineSchema, speakingRateSchema } from "../creation.schema.ts";
import { voiceChoices } from "../narration/narration.schema.ts";
import { lineNumberSchema, readingChoice } from "../readings/readings.schema.ts";
import { maxNoteLength } from "./correction.ts";

const before = z.string().max(10_000).transform(normalizeText);

const correctLine = z.object({
  intent: z.literal("correct"),
  line: lineNumberSchema,
  before,
  text: lineSchema,
  note: z
    .string()
    .default("")
    .transform(normalizeText)
    .refine((note) => [...note].length <= maxNoteLength, `${maxNoteLength}文字以内で入力してください`)
    .transform((note) => note || null),
});

const respeak = z.object({
  intent: z.literal("respeak"),
  voices: voiceChoices.voices.unwrap(),
  speakingRate: speakingRateSchema,
});

const unknownIntent = { error: "この操作はできません" };

/** A published track: other words of a line, another reading of a word, or other voices for all of it. */
export const correctionSchema = z.discriminatedUnion(
  "intent",
  [correctLine, z.object({ intent: z.literal("set-reading"), before, ...readingChoice }), respeak],
  unknownIntent,
);

/** An official track, by an operator, who has the site's dictionary for readings. */
export const officialCorrectionSchema = z.discriminatedUnion("intent", [correctLine, respeak], unknownIntent);

const correctionReply = z
  .object({
    correctedAt: z.iso.datetime().describe("訂正した音声や内容に替わった日時"),
    field: z
      .enum(["line", "voices", "title", "description", "labels", "cover"])
      .describe("直したもの。lineは台本の行、voicesは声と速さ、ほかは題名・説明・カテゴリー・カバーの絵"),
    line: z.int().nullable().describe("台本の何行目か。1から数えます。行でなければnull"),
    before: z.string(),
    after: z.string(),
    note: z.string().nullable().describe("投稿した方のひとこと"),
  })
  .meta({ id: "Correction", description: "公開されたあとの訂正です。" });

export const correctedTrackReply = trackWithScriptReply
  .extend({
    corrections: z
      .array(correctionReply)
      .describe("訂正の記録。新しい順です。プレミアム限定の音声では、ほかの方には空です"),
  })
  .meta({ id: "TrackWithScript", description: "台本と訂正の記録がついた音声です。" });
