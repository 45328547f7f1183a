import { reauthenticationPath } from "../account-sections.ts";

export const signInFailures = [
  "cancelled",
  /** This browser has no such sign-in in progress: it expired, was replayed, or began in another browser. */
  "expired",
  "code_expired",
  "unreachable",
  /** Wrong signature, audience, nonce or time. */
  "invalid_token",
  /** No email address, or an unconfirmed one. */
  "email",
  /** Another account came back to confirm its identity than the one that is signed in. */
  "other_account",
  /** The provider did not ask for the identity again. */
  "not_reauthenticated",
  "failed",
] as const;

export type SignInFailure = (typeof signInFailures)[number];

/** Ends on a page with an explanation. Message and cause are for the log. */
export class SignInError extends Error {
  readonly reason: SignInFailure;
  constructor(reason: SignInFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SignInError";
    this.reason = reason;
  }
}

export function readSignInFailure(requested: string | null): SignInFailure | null {
  return signInFailures.find((reason) => reason === requested) ?? null;
}

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

/** The premium page if the sign-in began there, else the sign-in page with `returnPath`. */
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
