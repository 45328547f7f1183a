import { z } from "zod";
import { Invalid } from "#app/features/domain-error.ts";
import { defaultMessage } from "./default-messages.ts";

z.config({ localeError: defaultMessage });

/** Sanitizes strings first. Throws `Invalid` with the messages by field. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(sanitizeStrings(value));
  if (result.success) return result.data;
  throw new Invalid(fieldMessages(result.error));
}

/** By field name; messages about the whole value are under `_`. */
function fieldMessages(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  // A long list of wrong values says the same about each.
  for (const issue of error.issues.slice(0, maxIssues)) {
    const name = issue.path.join(".") || "_";
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

const maxIssues = 100;

const maxDepth = 16;

/** Removes NUL and lone surrogates, which Postgres refuses. Too deep nesting becomes null: it would exhaust the stack. */
export function sanitizeStrings(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (value !== null && typeof value === "object" && depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((inner) => sanitizeStrings(inner, depth + 1));
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, sanitizeStrings(inner, depth + 1)]),
    );
  }
  return value;
}
