import type { TokenUsage } from "./provider-access.ts";

/**
 * `credentials` 401 and 403 · `rate-limited` 429, a used-up budget · `unavailable` 408, 5xx, no connection, an open circuit ·
 * `timed-out` · `rejected` any other 4xx · `refused` by the service's own rules · `truncated` at the end of its output ·
 * `unusable` anything that is not what was asked for.
 */
export type EngineFailure =
  | "credentials"
  | "rate-limited"
  | "unavailable"
  | "timed-out"
  | "rejected"
  | "refused"
  | "truncated"
  | "unusable";

/** A service did not do what was asked. The message is for the operator and holds neither a key nor a member's text. */
export class EngineError extends Error {
  readonly failure: EngineFailure;
  /** After how long the service wants to be asked again; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** What the request has used nevertheless. */
  readonly usage: TokenUsage;
  constructor(
    failure: EngineFailure,
    message: string,
    o: { retryAfterMs?: number | null; usage?: TokenUsage } = {},
  ) {
    super(message);
    this.name = "EngineError";
    this.failure = failure;
    this.retryAfterMs = o.retryAfterMs ?? null;
    this.usage = o.usage ?? {};
  }
}

/** The failure that an HTTP status means. */
export function failureOfStatus(status: number): EngineFailure {
  if (status === 401 || status === 403) return "credentials";
  if (status === 429) return "rate-limited";
  if (status === 408 || status >= 500) return "unavailable";
  return "rejected";
}

/** The wait in a `Retry-After` header, seconds or a date, in ms; null for none. */
export function parseRetryAfter(header: string | null | undefined, now = Date.now()): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const maxMessageLength = 300;

/** What a service has said about an error, in one short line without `secrets`. */
export function describeAnswer(text: string, secrets: readonly (string | undefined)[]): string {
  const bare = secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, "…") : left), text);
  return bare.replace(/\s+/gu, " ").slice(0, maxMessageLength).toWellFormed();
}
