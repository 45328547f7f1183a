import { ArcticFetchError } from "arctic";
import { redirect } from "react-router";
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { environment } from "#app/config/environment.ts";
import { pathAfterSignIn } from "#app/features/accounts/sign-in/return-path.ts";
import type { GoogleIdentity } from "#app/features/accounts/sign-in/server/google-identity.ts";
import { discoverProvider } from "#app/features/accounts/sign-in/server/identity-provider.server.ts";
import { signInWithGoogle } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import {
  type SignInAttempt,
  saveSignInAttempt,
  takeSignInAttempt,
} from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { pathAfterFailure, SignInError } from "#app/features/accounts/sign-in/sign-in-failure.ts";
import { createToken } from "#app/lib/secret-token.ts";
import { logger } from "#app/logger.server.ts";
import { invitationCookie } from "../cookies/invitation-cookie.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent, type SecurityEvent } from "../core/security-event.server.ts";
import {
  clearStateCookie,
  evictOldStateCookies,
  type GoogleClient,
  googleAuthenticator,
  hasStateCookie,
} from "./google-strategy.server.ts";
import { signIn } from "./session-cookie.server.ts";

interface SignInRequest {
  request: Request;
  context: RequestContext;
}

/**
 * Redirects to Google; `finishGoogleSignIn` must follow within ten minutes. A reauthentication asks for a new sign-in there.
 */
export async function startGoogleSignIn(
  visit: SignInRequest & Pick<SignInAttempt, "returnPath" | "invitationCode" | "isReauthentication">,
): Promise<Response> {
  const { request, context, returnPath, invitationCode, isReauthentication } = visit;
  const { url, setCookie } = context;
  try {
    const nonce = createToken();
    const authenticator = googleAuthenticator(await googleClient(), url, {
      nonce,
      authenticatedAfter: isReauthentication ? new Date() : null,
    });
    // Prevents login CSRF: the query could carry a foreign `state`, so the strategy gets none.
    const answer = await authenticator.authenticate("google", new Request(url.origin)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(answer instanceof Response)) throw answer;
    const location = new URL(answer.headers.get("Location") ?? "");
    const state = location.searchParams.get("state") ?? "";
    await saveSignInAttempt(state, { nonce, returnPath, invitationCode, isReauthentication });
    for (const cookie of [...evictOldStateCookies(request, url), ...answer.headers.getSetCookie()])
      setCookie(cookie);
    return redirectUncached(location.href);
  } catch (error) {
    return failureResponse(error, visit, { returnPath, isReauthentication });
  }
}

/**
 * Handles Google's callback: starts a session for the confirmed identity, or shows why not. State and code work once, only in
 * the browser that began.
 */
export async function finishGoogleSignIn(visit: SignInRequest): Promise<Response> {
  const { request, context } = visit;
  const { url, setCookie } = context;
  let attempt: Awaited<ReturnType<typeof takeSignInAttempt>> = null;
  try {
    const state = url.searchParams.get("state") ?? "";
    // Before the attempt is consumed: a stranger with the URL must not end it for whoever began.
    if (!hasStateCookie(request, url, state)) throw new SignInError("expired", "not begun in this browser");
    for (const cookie of clearStateCookie(request, url, state)) setCookie(cookie);
    attempt = await takeSignInAttempt(state);
    if (!attempt) throw new SignInError("expired", "unknown or used before");
    if (attempt.isExpired) throw new SignInError("expired", "came back too late");
    const { searchParams } = url;
    if (!searchParams.has("code") && !searchParams.has("error"))
      throw new SignInError("failed", "came back without an answer");
    const authenticator = googleAuthenticator(await googleClient(), url, {
      nonce: attempt.nonce,
      authenticatedAfter: attempt.isReauthentication ? attempt.startedAt : null,
    });
    const identity = await authenticator.authenticate("google", request).catch((error: unknown) => {
      if (error instanceof OAuth2RequestError && searchParams.has("error"))
        throw new ErrorInCallbackUrl(error);
      throw error;
    });
    return await completeSignIn(visit, identity, attempt);
  } catch (error) {
    return failureResponse(error, visit, attempt ?? { returnPath: "/", isReauthentication: false });
  }
}

async function completeSignIn(
  { request, context }: SignInRequest,
  identity: GoogleIdentity,
  attempt: Pick<SignInAttempt, "returnPath" | "invitationCode" | "isReauthentication">,
): Promise<Response> {
  const { url, setCookie } = context;
  const { invitationCode, returnPath, isReauthentication } = attempt;
  // The session has ended: an ordinary sign-in.
  const expected = isReauthentication ? await context.viewer() : null;
  const result = await signInWithGoogle({ identity, invitationCode, expected });
  const { outcome } = result;
  if (outcome === "other_account") throw new SignInError(outcome, "another account came back");
  if (outcome !== "signed_in") logSecurityEvent(context, "sign_in_refused", { reason: outcome });
  if (outcome === "not_invited") return redirectUncached("/closed-beta");
  setCookie(invitationCookie("", url));
  if (outcome === "invitation_unusable") return redirectUncached("/invalid-invitation");
  setCookie(
    await signIn({
      request,
      context,
      userId: result.userId,
      identity: { provider: "google", subject: identity.subject },
    }),
  );
  return redirectUncached(expected ? returnPath : pathAfterSignIn(result.state, returnPath));
}

async function googleClient(): Promise<GoogleClient> {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = environment();
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) throw new SignInError("failed", "no Google credentials");
  return {
    provider: await discoverProvider(GOOGLE_ISSUER),
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
  };
}

const redirectUncached = (location: string) =>
  redirect(location, { headers: { "Cache-Control": "no-store" } });

/** Untrusted: anybody can write a URL. */
class ErrorInCallbackUrl extends SignInError {
  constructor(error: OAuth2RequestError) {
    const { reason, message } = toSignInError(error);
    super(reason, message);
  }
}

const ordinaryReasons: ReadonlySet<SignInError["reason"]> = new Set([
  "cancelled",
  "expired",
  "email",
  "other_account",
]);

/** Logs ordinary outcomes as info, others with their cause. */
function failureResponse(
  error: unknown,
  { request, context }: SignInRequest,
  { returnPath, isReauthentication }: Pick<SignInAttempt, "returnPath" | "isReauthentication">,
): Response {
  const failure = toSignInError(error);
  const { reason } = failure;
  const event: SecurityEvent = "sign_in_refused";
  const entry = { requestId: context.requestId, event, reason };
  if (failure instanceof ErrorInCallbackUrl) {
    logger.info({ ...entry, message: failure.message }, "sign-in failed");
  } else if (ordinaryReasons.has(reason)) {
    logger.info(entry, "sign-in failed");
  } else if (reason !== "failed") {
    logger.warn({ ...entry, err: failure }, "sign-in failed");
  } else if (!request.signal.aborted) {
    logger.error({ ...entry, err: failure }, "sign-in failed");
  }
  return redirectUncached(pathAfterFailure(reason, returnPath, isReauthentication));
}

/** RFC 6749 §4.1.2.1 and §5.2. */
const oauthReasons: Record<string, SignInError["reason"]> = {
  access_denied: "cancelled",
  invalid_grant: "code_expired",
  server_error: "unreachable",
  temporarily_unavailable: "unreachable",
};

/** remix-auth and arctic tell failures apart by class. */
function toSignInError(error: unknown): SignInError {
  const of = (reason: SignInError["reason"]) => new SignInError(reason, "sign-in failed", { cause: error });
  if (error instanceof SignInError) return error;
  if (error instanceof ArcticFetchError) return of("unreachable");
  if (error instanceof OAuth2RequestError) {
    // Prevents log injection: the error's text may come from the URL.
    const { code } = error;
    const named = /^[a-z_]{1,40}$/.test(code) ? code : "with a non-standard code";
    return new SignInError(oauthReasons[code] ?? "failed", `the provider refused: ${named}`);
  }
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError) {
    // A 400 without an OAuth error means an invalid code.
    return of(error.status === 400 ? "code_expired" : "unreachable");
  }
  return of("failed");
}
