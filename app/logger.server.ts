import { pino } from "pino";
import { environment } from "#app/config/environment.ts";

/**
 * The structured log. Never give it names, addresses, texts or cookies of people: ids, paths without query,
 * states and times only.
 */
export const logger = pino({
  level: environment().LOG_LEVEL,
  base: null,
  serializers: { err: (error: unknown) => describeError(error) },
});

/**
 * An error without people's data: a failed query's message and its cause's may quote values, so of those only the
 * statement, with its placeholders, and the database's code remain.
 */
export function describeError(error: unknown): Record<string, unknown> {
  // The queue reports plain objects made from errors.
  if (isErrorLike(error)) return { type: "object", message: error.message };
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  if ("query" in error && "params" in error) {
    const cause = error.cause instanceof Error && "code" in error.cause ? error.cause.code : undefined;
    return { type: error.name, message: "query failed", query: error.query, code: cause, stack: frames };
  }
  return {
    type: error.name,
    message: code && /^(\d|SQLITE)/.test(code) ? "the database refused" : error.message,
    code,
    stack: frames,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

function isErrorLike(error: unknown): error is { message: string; stack: string } {
  return (
    typeof error === "object" &&
    error !== null &&
    !(error instanceof Error) &&
    "message" in error &&
    "stack" in error
  );
}
