import { z } from "zod";

/** The field `ids` of a `BulkForm`: what one checkbox posts, or several. Each once, at least one. */
export function selectedIds<Id extends z.ZodType<unknown, string>>(id: Id) {
  return z
    .union([z.string(), z.array(z.string())], { error: "1件以上選択してください" })
    .transform((ids) => [...new Set([ids].flat())])
    .pipe(z.array(id));
}
