import { z } from "zod";
import { Invalid } from "./domain-error.ts";
import { storable } from "./storable.ts";

// Messages that no schema words itself are in the language of the interface too.
z.config(z.locales.ja());

/** The value in the schema's shape, its strings fit for both databases. Throws `Invalid` with the messages by field. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(storable(value));
  if (result.success) return result.data;
  throw new Invalid(fieldMessages(result.error));
}

/** zod's issues as messages by field name; issues of the whole come under `_`. */
function fieldMessages(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const name = issue.path.join(".") || "_";
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}
