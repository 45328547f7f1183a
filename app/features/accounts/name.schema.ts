import { z } from "zod";
import { tidyName } from "./tidy-name.ts";

/** A person's name: 1–50 characters that can be seen (spec 2 §5). */
export const nameSchema = z
  .string({ error: "名前を入力してください" })
  .transform(tidyName)
  .pipe(z.string().min(1, "名前を入力してください").max(50, "名前は50文字以内で入力してください"))
  .meta({ description: "1〜50文字", examples: ["夜野 かなで"] });
