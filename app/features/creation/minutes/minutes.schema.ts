import { z } from "zod";
import { countCharacters, normalizeText } from "#app/lib/characters.ts";
import { speakingRateSchema } from "../creation.schema.ts";
import { maxTitleLength } from "../creation.ts";
import { scriptChoicesOfForm } from "../narration/narration.schema.ts";
import { maxFocusLength, maxPassages, minutesChoices } from "./minutes.ts";

const shortText = (max: number, tooLong: string) =>
  z
    .string()
    .transform((text) => normalizeText(text).replace(/\s+/g, " "))
    .refine((text) => countCharacters(text) <= max, tooLong)
    .default("");

const minutesFields = {
  minutes: z.coerce
    .number({ error: "分数を選んでください" })
    .pipe(z.literal([...minutesChoices], { error: "分数を選んでください" })),
  form: scriptChoicesOfForm.form,
  hasGreetings: scriptChoicesOfForm.hasGreetings,
  textKind: scriptChoicesOfForm.textKind,
  speakingRate: speakingRateSchema.optional(),
  focus: shortText(maxFocusLength, `聞きたいことは${maxFocusLength}文字以内で入力してください`),
  title: shortText(maxTitleLength, `タイトルは${maxTitleLength}文字以内で入力してください`),
};

/** The address; wrong values are dropped. */
export const minutesQuerySchema = z.object({
  ...minutesFields,
  minutes: minutesFields.minutes.catch(3),
  form: minutesFields.form.catch(undefined),
  hasGreetings: minutesFields.hasGreetings.catch(undefined),
  textKind: minutesFields.textKind.catch(undefined),
  speakingRate: minutesFields.speakingRate.catch(undefined),
  focus: minutesFields.focus.catch(""),
  title: minutesFields.title.catch(""),
});

export const minutesFormSchema = z.object({
  ...minutesFields,
  intent: z.literal("make", { error: "この操作はできません" }),
  /** The passages may be of another text by now. */
  version: z.string().max(40),
  kept: z.array(z.string().optional()).max(maxPassages).default([]),
});
