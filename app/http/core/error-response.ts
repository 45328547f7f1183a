import type { ErrorBody } from "#app/features/common-replies.schema.ts";
import {
  AccountNotApproved,
  Conflict,
  DomainError,
  Forbidden,
  Invalid,
  LimitReached,
  NotAuthenticated,
  NotFound,
  NotImplemented,
  QuotaReached,
  ReauthenticationRequired,
  Unavailable,
} from "#app/features/domain-error.ts";
import type { ErrorCode, ErrorStatus } from "#app/features/error-codes.ts";
import { S3Error } from "#app/features/storage/s3/s3-client.server.ts";
import { isLocked, isUnreachable, isUnwritable } from "#db/errors.ts";

interface ErrorResponse {
  status: ErrorStatus;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Errors of the HTTP layer itself: wrong method, body too large or unreadable. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  constructor(status: ErrorStatus, code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** `Retry-After` while the database, the disk or the bucket is unavailable. */
const unavailableRetryS = 30;

/**
 * The one table from errors to responses. What can't be saved or read now is 503; an unknown error is 500 with only the request
 * id.
 */
export function errorResponse(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof HttpError) {
    return { status: error.status, headers: error.headers, body: { error: error.message, code: error.code } };
  }
  if (error instanceof DomainError) {
    const body: ErrorBody = { error: error.message, code: error.code };
    if (error instanceof Invalid)
      return { status: 400, headers: {}, body: { ...body, fields: error.fields } };
    if (error instanceof NotAuthenticated) return { status: 401, headers: {}, body };
    if (
      error instanceof AccountNotApproved ||
      error instanceof ReauthenticationRequired ||
      error instanceof Forbidden
    )
      return { status: 403, headers: {}, body };
    if (error instanceof NotFound || error instanceof QuotaReached) {
      const status = error instanceof NotFound ? 404 : 403;
      return { status, headers: {}, body: error.detail ? { ...body, detail: error.detail } : body };
    }
    if (error instanceof Conflict) return { status: 409, headers: {}, body };
    if (error instanceof NotImplemented) return { status: 501, headers: {}, body };
    if (error instanceof LimitReached || error instanceof Unavailable) {
      const status = error instanceof LimitReached ? 429 : 503;
      return { status, headers: { "Retry-After": String(error.retryAfter) }, body };
    }
  }
  const isAway = isUnreachable(error) || error instanceof S3Error;
  if (isUnwritable(error) || isLocked(error) || isAway) {
    const text = isAway
      ? "ただいま一時的にご利用いただけません。しばらくしてから、もう一度お試しください。"
      : "ただいま保存できない状態です。聴くことはできます。しばらくしてから、もう一度お試しください。";
    return {
      status: 503,
      headers: { "Retry-After": String(unavailableRetryS) },
      body: { error: text, code: "unavailable" },
    };
  }
  return {
    status: 500,
    headers: {},
    body: {
      error: "サーバーでエラーが発生しました。しばらくしてから再度お試しください。",
      code: "internal",
      requestId,
    },
  };
}

/** Whether the cause belongs in the log. 501 is a refusal; 503 is logged where it arises (`db/`, `callStripe`). */
export const isServerError = (status: ErrorStatus): boolean => status === 500;
