import { z } from "zod";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { atMost } from "#app/features/text.schema.ts";
import { isMeasured } from "#app/lib/normalize-unicode.ts";
import { trackReply } from "../tracks.schema.ts";
import { parseTranscript } from "./parse-transcript.ts";
import { maxLabelLength, maxUploadLabels, maxUploadTitleLength, uploadMessages } from "./upload.ts";

const labelList = z
  .string()
  .default("")
  .transform((text) => [
    ...new Set(
      text
        .split(/[,、，\n]/)
        .map((label) => label.trim())
        .filter((label) => label !== ""),
    ),
  ])
  .pipe(
    z
      .array(
        z
          .string()
          .check(atMost(maxLabelLength, `カテゴリーは1つ${maxLabelLength}文字以内で入力してください`)),
      )
      .max(maxUploadLabels, `カテゴリーは${maxUploadLabels}つまでです`),
  );

const ticked = z
  .enum(["on", "true", "false", ""])
  .optional()
  .transform((value) => value === "on" || value === "true");

export const uploadFieldsSchema = z.object({
  title: z
    .string()
    .default("")
    .refine((title) => isMeasured(title, maxUploadTitleLength), {
      error: uploadMessages.titleTooLong,
      abort: true,
    })
    .transform(normalizeName)
    .pipe(
      z
        .string()
        .min(1, uploadMessages.noTitle)
        .refine((title) => [...title].length <= maxUploadTitleLength, uploadMessages.titleTooLong),
    ),
  labels: labelList,
  transcript: z
    .string()
    .default("")
    .transform((text, context) => {
      const transcript = parseTranscript(text);
      if (transcript) return transcript;
      context.addIssue({ code: "custom", message: uploadMessages.transcriptUnreadable });
      return z.NEVER;
    }),
  hidden: ticked,
  premiumOnly: ticked,
});

export type UploadFields = z.output<typeof uploadFieldsSchema>;

export const uploadReply = z
  .object({
    id: z.string(),
    status: z.enum(["receiving", "queued", "processing", "completed", "failed", "cancelled"]),
    progress: z.number(),
    title: z.string(),
    fileName: z.string(),
    bytes: z.number(),
    trackId: z.number().nullable(),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "TrackUpload" });

/** The upload until the track exists. */
export const uploadCallReply = z.union([z.object({ track: trackReply }), z.object({ upload: uploadReply })]);
export const uploadStatusReply = z.object({ upload: uploadReply, track: trackReply.nullable() });
