import { z } from "zod";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { maxNameLength, normalizeName } from "./normalize-name.ts";

const missing = "名前を入力してください";
const tooLong = `名前は${maxNameLength}文字以内で入力してください`;

/** A person's name: 1–50 visible characters. */
export const nameSchema = measuredText({ error: missing, max: maxNameLength, tooLong })
  .transform(normalizeName)
  .pipe(z.string().min(1, missing).check(atMost(maxNameLength, tooLong)))
  .meta({ description: "1〜50文字", examples: ["夜野 かなで"] });
