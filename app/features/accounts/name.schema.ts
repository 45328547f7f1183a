import { z } from "zod";
import { normalizeName } from "./normalize-name.ts";

/** A person's name: 1–50 visible characters. */
export const nameSchema = z
  .string({ error: "名前を入力してください" })
  .transform(normalizeName)
  .pipe(z.string().min(1, "名前を入力してください").max(50, "名前は50文字以内で入力してください"))
  .meta({ description: "1〜50文字", examples: ["夜野 かなで"] });
