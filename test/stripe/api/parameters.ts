import { z } from "zod";
import { badRequest } from "./errors.ts";
import type { FormTree } from "./form.ts";

// Refuses Stripe's parameters that no schema here names, so that nobody relies on what the double lacks.

export const text = z.string().min(1).max(5000);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const integer = z
  .string()
  .regex(/^-?\d+$/, "integer")
  .transform(Number);
export const timestamp = integer;
const expand = z.array(text).max(20).optional();
/** `""` removes the value. */
export const cleared = z.literal("").transform(() => null);

/** Merged; an empty value removes its key, an empty `metadata` all. */
export const metadata = z.union([cleared, z.record(z.string().max(40), z.string().max(500))]).optional();

/** Each endpoint takes `expand`. */
export const parameters = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ expand, ...shape });

export const listParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  parameters({
    limit: integer.pipe(z.number().min(1).max(100)).default(10),
    starting_after: text.optional(),
    ending_before: text.optional(),
    ...shape,
  });

/** Throws for the first unknown, missing or mistyped one. */
export function validate<Schema extends z.ZodType>(schema: Schema, form: FormTree): z.output<Schema> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues.flatMap(mostSpecific);
  throw issue ? refusalOf(issue, form) : badRequest("Invalid request.");
}

/** Of the union's branch that came furthest. */
function mostSpecific(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branches = issue.errors.map((errors) =>
    errors.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const depth = (errors: z.core.$ZodIssue[]) => Math.max(0, ...errors.map((inner) => inner.path.length));
  return branches.sort((a, b) => depth(b) - depth(a))[0] ?? [issue];
}

function refusalOf(issue: z.core.$ZodIssue, form: FormTree) {
  if (issue.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return badRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = nameOf(issue.path);
  const value = issue.path.reduce<unknown>(
    (node, key) => (node && typeof node === "object" ? Reflect.get(node, key) : undefined),
    form,
  );
  if (value === undefined)
    return badRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  if (issue.code === "invalid_type" && issue.expected !== "string")
    return badRequest(`Invalid ${issue.expected}`, { param });
  if (value === "")
    return badRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param },
    );
  if (issue.message === "integer")
    return badRequest(`Invalid integer: ${String(value)}`, { code: "parameter_invalid_integer", param });
  if (issue.code === "invalid_value")
    return badRequest(`Invalid ${param}: must be one of ${issue.values.map(String).join(", ")}`, { param });
  return badRequest(`Invalid ${param}: ${issue.message}`, { param });
}

const nameOf = ([first, ...rest]: PropertyKey[]) =>
  String(first ?? "") + rest.map((part) => `[${String(part)}]`).join("");
