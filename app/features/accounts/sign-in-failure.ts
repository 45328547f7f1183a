/** Why a sign-in came to nothing, as `/sign-in?error=` says it. */
export const signInFailures = [
  /** The person turned back at the provider. */
  "cancelled",
  /** This browser has no such sign-in under way: too late, replayed, or begun elsewhere. */
  "expired",
  /** The provider does not take its own code any more. */
  "code_expired",
  /** The provider does not answer, or answers with a fault of its own. */
  "unreachable",
  /** What the provider says of the person can't be trusted: signature, audience, nonce or clock. */
  "invalid_token",
  /** No e-mail address, or one that is not confirmed. */
  "email",
  /** Anything else, such as credentials that the provider refuses. */
  "failed",
] as const;

export type SignInFailure = (typeof signInFailures)[number];

/** A sign-in that ends on a page that says what to do. The message and cause are for the log. */
export class SignInFailed extends Error {
  readonly reason: SignInFailure;
  constructor(reason: SignInFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SignInFailed";
    this.reason = reason;
  }
}

/** The reason that a query names, or null. */
export function readSignInFailure(requested: string | null): SignInFailure | null {
  return signInFailures.find((reason) => reason === requested) ?? null;
}

/** The premium page's own codes (spec 3 §2.3). */
const premiumCodes: Record<SignInFailure, "auth_failed" | "server_error" | "token_failed" | "login_failed"> =
  {
    cancelled: "login_failed",
    expired: "auth_failed",
    code_expired: "token_failed",
    unreachable: "server_error",
    invalid_token: "token_failed",
    email: "auth_failed",
    failed: "server_error",
  };

/**
 * Where a failed sign-in ends: on the premium page for those who came from there, else on the sign-in page, which
 * leads on to `returnPath`.
 */
export function pathAfterFailure(reason: SignInFailure, returnPath: string): string {
  const { pathname, searchParams } = new URL(returnPath, "https://site.invalid");
  if (!/^\/premium\/*$/i.test(pathname)) {
    return `/sign-in?${new URLSearchParams({ error: reason, redirect: returnPath })}`;
  }
  const query = new URLSearchParams({ error: premiumCodes[reason] });
  if (searchParams.get("payment") === "true") query.set("payment", "true");
  return `/premium?${query}`;
}
