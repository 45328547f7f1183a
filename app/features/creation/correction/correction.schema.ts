import { z } from "zod";
import { trackWithScriptReply } from "#app/features/tracks/tracks.schema.ts";
import { normalizeText } from "#app/lib/characters.ts";
import { lineNumberSchema, lineSchema } from "../creation.schema.ts";
import { maxNoteLength } from "./correction.ts";

/** The form of one line of a published track. */
export const correctionSchema = z.object({
  line: lineNumberSchema,
  before: z.string().max(10_000).transform(normalizeText),
  text: lineSchema,
  note: z
    .string()
    .default("")
    .transform(normalizeText)
    .refine((note) => [...note].length <= maxNoteLength, `${maxNoteLength}文字以内で入力してください`)
    .transform((note) => note || null),
});

const correctionReply = z
  .object({
    correctedAt: z.iso.datetime().describe("訂正した音声に替わった日時"),
    line: z.int().describe("台本の何行目か。1から数えます"),
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
