import type { ErrorCode } from "./error-codes.ts";

/**
 * What can be wrong with a request, in the words of the domain. Features throw these; the one table that turns
 * them into answers is `http/error-response.ts`. `message` is Japanese and meant for people.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;
}

/** The call needs a signed-in member. */
export class NotAuthenticated extends DomainError {
  readonly code = "not_authenticated";
  constructor() {
    super("ログインが必要です");
  }
}

/** Signed in, but the account waits for approval or was denied. */
export class AccountNotApproved extends DomainError {
  readonly code: "pending_approval" | "access_denied";
  constructor(state: "pending" | "denied") {
    super(state === "pending" ? "アカウントは承認待ちです" : "このアカウントではご利用いただけません");
    this.code = state === "pending" ? "pending_approval" : "access_denied";
  }
}

/** Not there, or private and somebody else's: the two look the same. */
export class NotFound extends DomainError {
  readonly code = "not_found";
  /** What a page says below the message; null for the general words. */
  readonly detail: string | null;
  constructor(message = "見つかりません", detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** A public thing of somebody else's, and an act that only its owner may do. */
export class Forbidden extends DomainError {
  readonly code = "forbidden";
  constructor(message = "この操作はできません") {
    super(message);
  }
}

/** Input that does not hold; `fields` maps each field to its messages. */
export class Invalid extends DomainError {
  readonly code = "invalid";
  readonly fields: Record<string, string[]>;
  constructor(fields: Record<string, string[]>, message?: string) {
    super(message ?? Object.values(fields)[0]?.[0] ?? "入力内容を確認してください");
    this.fields = fields;
  }
}

/** A daily or rate limit: the same call works later. */
export class LimitReached extends DomainError {
  readonly code = "limit_reached";
  /** Seconds until it can work again. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** As many as the account may have: the same call works when some have gone, or with premium. */
export class QuotaReached extends DomainError {
  readonly code = "limit_reached";
  /** What to do about it. */
  readonly detail: string | null;
  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** The thing is not in the state that the act needs. */
export class Conflict extends DomainError {
  readonly code = "conflict";
}
