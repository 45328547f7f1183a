import { z } from "zod";
import { coverVariants } from "#app/features/covers/cover.ts";
import { optionalText } from "#app/features/text.schema.ts";
import { requiredTitle, tickedLabels } from "../../creation.schema.ts";
import { wholeNumber } from "../../readings/readings.schema.ts";
import { maxTrackDescriptionLength } from "./heading-edit.ts";

export const headingEditSchema = z.object({
  title: requiredTitle,
  description: optionalText(
    maxTrackDescriptionLength,
    `説明は${maxTrackDescriptionLength}文字以内で入力してください`,
  ).transform((text) => text || null),
  labels: tickedLabels,
  coverVariant: wholeNumber("カバーの絵を選んでください").refine(
    (variant) => variant < coverVariants,
    "カバーの絵を選んでください",
  ),
  version: wholeNumber("ページを読み直して、もう一度お試しください"),
});
