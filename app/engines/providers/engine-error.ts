import type { TokenUsage } from "./provider-access.ts";

/**
 * `credentials`: 401, 403. `rate-limited`: 429, budget used up. `unavailable`: 408, 5xx, no connection, open circuit.
 * `rejected`: other 4xx. `refused`: the service's rules. `truncated`: output limit. `unusable`: not what was asked.
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

/** A service did not do what was asked. The message is for the operator: it holds neither a key nor a member's text. */
export class EngineError extends Error {
  readonly failure: EngineFailure;
  readonly retryAfterS: number | null;
  readonly usage: TokenUsage;
  constructor(
    failure: EngineFailure,
    message: string,
    o: { retryAfterS?: number | null; usage?: TokenUsage } = {},
  ) {
    super(message);
    this.name = "EngineError";
    this.failure = failure;
    this.retryAfterS = o.retryAfterS ?? null;
    this.usage = o.usage ?? {};
  }
}

export function failureOfStatus(status: number): EngineFailure {
  if (status === 401 || status === 403) return "credentials";
  if (status === 429) return "rate-limited";
  if (status === 408 || status >= 500) return "unavailable";
  return "rejected";
}

const maxMessageLength = 300;

/** What a service said about an error, in one short line without `secrets`. */
export function describeAnswer(text: string, secrets: readonly (string | undefined)[]): string {
  const bare = secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, "…") : left), text);
  return bare.replace(/\s+/gu, " ").slice(0, maxMessageLength).toWellFormed();
}
