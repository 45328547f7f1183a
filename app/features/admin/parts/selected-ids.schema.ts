import { z } from "zod";

/** The `ids` of a `BulkForm`: one checkbox posts a text, several a list. Each id once, at least one. */
export function selectedIds<Id extends z.ZodType<unknown, string>>(id: Id) {
  return z
    .union([z.string(), z.array(z.string())], { error: "1件以上選択してください" })
    .transform((ids) => [...new Set([ids].flat())])
    .pipe(z.array(id));
}
