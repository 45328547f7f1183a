import { randomBytes } from "node:crypto";
import { ArcticFetchError } from "arctic";
import { redirect } from "react-router";
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { environment } from "#app/config/environment.ts";
import type { GoogleIdentity } from "#app/features/accounts/google-identity.ts";
import { pathAfterSignIn } from "#app/features/accounts/path-after-sign-in.ts";
import { discoverProvider } from "#app/features/accounts/server/identity-provider.server.ts";
import {
  keepSignInAttempt,
  takeSignInAttempt,
} from "#app/features/accounts/server/sign-in-attempts.server.ts";
import { signInWithGoogle } from "#app/features/accounts/server/sign-in-with-google.server.ts";
import { pathAfterFailure, SignInFailed } from "#app/features/accounts/sign-in-failure.ts";
import { logger } from "#app/logger.server.ts";
import {
  beganHere,
  forgetOldStates,
  forgetState,
  type GoogleClient,
  googleAuthenticator,
} from "./google-strategy.server.ts";
import { invitationCookie } from "./invitation-cookie.ts";
import type { RequestContext } from "./request-context.ts";
import { signIn } from "./session.server.ts";

interface Visit {
  request: Request;
  context: RequestContext;
}

/** Sends the browser to Google. The sign-in that it begins is taken up by `finishGoogleSignIn` within ten minutes. */
export async function startGoogleSignIn(
  visit: Visit & { returnPath: string; invitationCode: string | null },
): Promise<Response> {
  const { request, context, returnPath, invitationCode } = visit;
  const { url, setCookie } = context;
  try {
    const nonce = randomBytes(32).toString("base64url");
    const authenticator = googleAuthenticator(await googleClient(), url, nonce);
    // The request as the strategy may see it: no query, which could carry a state of somebody else's choice.
    const answer = await authenticator.authenticate("google", new Request(url.origin)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(answer instanceof Response)) throw answer;
    const location = new URL(answer.headers.get("Location") ?? "");
    const state = location.searchParams.get("state") ?? "";
    await keepSignInAttempt(state, { nonce, returnPath, invitationCode });
    for (const cookie of [...forgetOldStates(request, url), ...answer.headers.getSetCookie()])
      setCookie(cookie);
    return leadTo(location.href);
  } catch (error) {
    return failed(error, visit, returnPath);
  }
}

/**
 * Takes up a browser that comes back from Google: a session for whom it vouches, or a page that says what to do. State
 * and code work once, in the browser that began.
 */
export async function finishGoogleSignIn(visit: Visit): Promise<Response> {
  const { request, context } = visit;
  const { url, setCookie } = context;
  let returnPath = "/";
  try {
    const state = url.searchParams.get("state") ?? "";
    // Before the attempt is used up: a stranger with the address must not end it for the one who began.
    if (!beganHere(request, url, state)) throw new SignInFailed("expired", "begun in no browser like this");
    for (const cookie of forgetState(request, url, state)) setCookie(cookie);
    const attempt = await takeSignInAttempt(state);
    if (!attempt) throw new SignInFailed("expired", "unknown or used before");
    returnPath = attempt.returnPath;
    if (attempt.isOver) throw new SignInFailed("expired", "came back too late");
    const { searchParams } = url;
    if (!searchParams.has("code") && !searchParams.has("error"))
      throw new SignInFailed("failed", "came back without an answer");
    const authenticator = googleAuthenticator(await googleClient(), url, attempt.nonce);
    const identity = await authenticator.authenticate("google", request).catch((error: unknown) => {
      if (error instanceof OAuth2RequestError && searchParams.has("error")) throw new RefusedInAddress(error);
      throw error;
    });
    return await letIn(visit, identity, attempt);
  } catch (error) {
    return failed(error, visit, returnPath);
  }
}

async function letIn(
  { request, context }: Visit,
  identity: GoogleIdentity,
  attempt: { invitationCode: string | null; returnPath: string },
): Promise<Response> {
  const { url, setCookie } = context;
  const result = await signInWithGoogle({ identity, invitationCode: attempt.invitationCode });
  if (result.outcome === "not_invited") return leadTo("/closed-beta");
  setCookie(invitationCookie("", url));
  if (result.outcome === "invitation_unusable") return leadTo("/invalid-invitation");
  setCookie(await signIn(request, url, result.userId));
  return leadTo(pathAfterSignIn(result.state, attempt.returnPath));
}

async function googleClient(): Promise<GoogleClient> {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = environment();
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) throw new SignInFailed("failed", "no Google credentials");
  return {
    provider: await discoverProvider(GOOGLE_ISSUER),
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
  };
}

const leadTo = (location: string) => redirect(location, { headers: { "Cache-Control": "no-store" } });

/** A refusal that the address of the callback tells of: the person can have written it. */
class RefusedInAddress extends SignInFailed {
  constructor(error: OAuth2RequestError) {
    const { reason, message } = explained(error);
    super(reason, message);
  }
}

/** Everyday endings are noted; what the operator may have to look into is logged with its cause. */
function failed(error: unknown, { request, context }: Visit, returnPath: string): Response {
  const failure = explained(error);
  const { reason } = failure;
  const entry = { requestId: context.requestId, reason };
  if (failure instanceof RefusedInAddress) {
    logger.info({ ...entry, said: failure.message }, "sign-in failed");
  } else if (reason === "cancelled" || reason === "expired" || reason === "email") {
    logger.info(entry, "sign-in failed");
  } else if (reason !== "failed") {
    logger.warn({ ...entry, err: failure }, "sign-in failed");
  } else if (!request.signal.aborted) {
    logger.error({ ...entry, err: failure }, "sign-in failed");
  }
  return leadTo(pathAfterFailure(reason, returnPath));
}

/** RFC 6749 §4.1.2.1 and §5.2. */
const oauthReasons: Record<string, SignInFailed["reason"]> = {
  access_denied: "cancelled",
  invalid_grant: "code_expired",
  server_error: "unreachable",
  temporarily_unavailable: "unreachable",
};

/** What went wrong, in our words: remix-auth and arctic tell by the kind of error. */
function explained(error: unknown): SignInFailed {
  const of = (reason: SignInFailed["reason"]) => new SignInFailed(reason, "sign-in failed", { cause: error });
  if (error instanceof SignInFailed) return error;
  if (error instanceof ArcticFetchError) return of("unreachable");
  if (error instanceof OAuth2RequestError) {
    // Without the error itself: its words may come from the address, and so from anybody.
    const { code } = error;
    const named = /^[a-z_]{1,40}$/.test(code) ? code : "in words of its own";
    return new SignInFailed(oauthReasons[code] ?? "failed", `the provider refused: ${named}`);
  }
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError) {
    // A refusal in words that are not OAuth's can be about nothing but the code.
    return of(error.status === 400 ? "code_expired" : "unreachable");
  }
  return of("failed");
}
