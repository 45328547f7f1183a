import type { ErrorCode } from "#app/features/error-codes.ts";

/** One table maps these to responses (`app/http/core/error-response.ts`). `message` is Japanese and shown to people. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;
}

/** The call needs a signed-in member, or with another message the admin. */
export class NotAuthenticated extends DomainError {
  readonly code = "not_authenticated";
  constructor(message = "ログインが必要です") {
    super(message);
  }
}

const lockedOut = {
  pending: { code: "pending_approval", message: "アカウントは承認待ちです" },
  denied: { code: "access_denied", message: "このアカウントではご利用いただけません" },
  suspended: { code: "account_suspended", message: "このアカウントは、いまご利用を停止しています" },
} as const;

/** Signed in, but pending, denied or suspended. */
export class AccountNotApproved extends DomainError {
  readonly code: (typeof lockedOut)[keyof typeof lockedOut]["code"];
  readonly state: keyof typeof lockedOut;
  constructor(state: keyof typeof lockedOut) {
    super(lockedOut[state].message);
    this.state = state;
    this.code = lockedOut[state].code;
  }
}

/** The last sign-in is too long ago. */
export class ReauthenticationRequired extends DomainError {
  readonly code = "reauthentication_required";
  constructor(message = "安全のため、もう一度ログインしてください") {
    super(message);
  }
}

/** Missing, or private to somebody else. Prevents guessing: the two look the same. */
export class NotFound extends DomainError {
  readonly code = "not_found";
  readonly detail: string | null;
  constructor(message = "見つかりません", detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** Null for what is missing, or private to somebody else. */
export const nullIfNotFound = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });

/** Only the owner of a public thing may do it. */
export class Forbidden extends DomainError {
  readonly code = "forbidden";
  constructor(message = "この操作はできません") {
    super(message);
  }
}

export class Invalid extends DomainError {
  readonly code = "invalid";
  readonly fields: Record<string, string[]>;
  constructor(fields: Record<string, string[]>, message?: string) {
    super(message ?? Object.values(fields)[0]?.[0] ?? "入力内容を確認してください");
    this.fields = fields;
  }
}

/** A daily or rate limit: the same call succeeds later. */
export class LimitReached extends DomainError {
  readonly code = "limit_reached";
  /** In seconds. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The account has too many things: the same call succeeds after some are deleted, or with premium. */
export class QuotaReached extends DomainError {
  readonly code = "limit_reached";
  readonly detail: string | null;
  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/** The thing is not in the state that the operation needs. */
export class Conflict extends DomainError {
  readonly code = "conflict";
}

/** A service does not answer: the same call may succeed later. */
export class Unavailable extends DomainError {
  readonly code = "unavailable";
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number;
  constructor(message: string, retryAfter = 30) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Nothing is set up for the operation here. */
export class NotImplemented extends DomainError {
  readonly code = "not_implemented";
}

export const rateLimitMessage = "短い時間に操作が続いています。しばらくしてから、もう一度お試しください。";
