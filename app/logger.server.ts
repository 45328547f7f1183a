import { type DestinationStream, destination, type Logger, pino } from "pino";
import { environment } from "#app/config/environment.ts";

/** Characters of lines that wait while the output takes none. */
const maxWaiting = 256 * 1024;

/**
 * A log that writes to `fd`. Best effort: where that takes no lines (a file on a full disk) the program neither waits nor
 * ends, and the lines that are kept follow when it does.
 */
export function createLogger(fd: number): Logger {
  const output = destination({ fd, sync: true, maxLength: maxWaiting });
  output.on("error", () => {});
  const serializers = { err: (error: unknown) => describeError(error) };
  return pino({ level: environment().LOG_LEVEL, base: null, serializers }, oncePerTurn(output));
}

/**
 * Lines of one turn of the event loop are written together, at its end or that of the process: a write takes as long as
 * the rest of a short answer.
 */
function oncePerTurn(output: DestinationStream) {
  let waiting = "";
  const flush = () => {
    const lines = waiting;
    waiting = "";
    if (lines) output.write(lines);
  };
  process.on("exit", flush);
  return {
    write(line: string): void {
      if (!waiting) setImmediate(flush);
      waiting += line;
    },
    /** Pino calls it after `fatal`. The destination's own would try until it succeeds. */
    flushSync: flush,
  };
}

/**
 * The structured log, on standard output. Never give it names, addresses, texts or cookies of people: ids, paths without
 * query, states and times only.
 */
export const logger = createLogger(1);

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
