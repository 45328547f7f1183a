import { reauthenticationPath } from "../account-sections.ts";

/** Why a sign-in failed: the values of `/sign-in?error=`. */
export const signInFailures = [
  /** The person cancelled at the provider. */
  "cancelled",
  /** This browser has no such sign-in in progress: expired, replayed, or started in another browser. */
  "expired",
  /** The provider no longer accepts its code. */
  "code_expired",
  /** The provider does not answer or answers with a server error. */
  "unreachable",
  /** The ID token is invalid: signature, audience, nonce or time. */
  "invalid_token",
  /** No e-mail address, or one that is not confirmed. */
  "email",
  /** Another account than the one that is signed in came back to confirm its identity. */
  "other_account",
  /** The provider did not ask again who it is. */
  "not_reauthenticated",
  /** Anything else, such as client credentials that the provider rejects. */
  "failed",
] as const;

export type SignInFailure = (typeof signInFailures)[number];

/** A failed sign-in that ends on a page with an explanation. The message and cause are for the log. */
export class SignInError extends Error {
  readonly reason: SignInFailure;
  constructor(reason: SignInFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SignInError";
    this.reason = reason;
  }
}

/** The failure that a query parameter names, or null. */
export function readSignInFailure(requested: string | null): SignInFailure | null {
  return signInFailures.find((reason) => reason === requested) ?? null;
}

/** Error codes of the premium page. */
const premiumCodes: Record<SignInFailure, "auth_failed" | "server_error" | "token_failed" | "login_failed"> =
  {
    cancelled: "login_failed",
    expired: "auth_failed",
    code_expired: "token_failed",
    unreachable: "server_error",
    invalid_token: "token_failed",
    email: "auth_failed",
    other_account: "auth_failed",
    not_reauthenticated: "auth_failed",
    failed: "server_error",
  };

/**
 * Where a failed sign-in ends: on the premium page when it started there, else on the sign-in page with `returnPath`, which
 * a reauthentication leads to again.
 */
export function pathAfterFailure(
  reason: SignInFailure,
  returnPath: string,
  isReauthentication = false,
): string {
  if (isReauthentication) return `${reauthenticationPath(returnPath)}&error=${reason}`;
  const { pathname, searchParams } = new URL(returnPath, "https://site.invalid");
  if (!/^\/premium\/*$/i.test(pathname)) {
    return `/sign-in?${new URLSearchParams({ error: reason, redirect: returnPath })}`;
  }
  const query = new URLSearchParams({ error: premiumCodes[reason] });
  if (searchParams.get("payment") === "true") query.set("payment", "true");
  return `/premium?${query}`;
}
