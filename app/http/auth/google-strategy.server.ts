import type { OAuth2Tokens } from "arctic";
import { Authenticator } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import {
  type GoogleIdentity,
  readGoogleIdentity,
} from "#app/features/accounts/sign-in/server/google-identity.ts";
import {
  type IdentityProvider,
  providerTimeoutMs,
  verifyIdToken,
} from "#app/features/accounts/sign-in/server/identity-provider.server.ts";
import { signInAttemptS } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { SignInError } from "#app/features/accounts/sign-in/sign-in-failure.ts";
import { cookieName, isSecure, serializeCookie } from "../cookies/cookie.ts";

const name = "mugen_google";
/** Each has a cookie, and they must fit the request's headers. */
const maxOpenSignIns = 4;

/** The redirect URI registered at Google. */
const callbackPath = "/api/auth/google/callback";

export interface GoogleClient {
  provider: IdentityProvider;
  clientId: string;
  clientSecret: string;
}

/**
 * The `google` strategy of one request, with PKCE and a cookie per state. Without `state` in the request throws the redirect to
 * Google; with it, resolves with the identity.
 */
export function googleAuthenticator(client: GoogleClient, url: URL, attempt: OpenIdAttempt) {
  return new Authenticator<GoogleIdentity>().use(new OpenIdStrategy(client, url, attempt));
}

interface OpenIdAttempt {
  nonce: string;
  /** The sign-in at the provider must be later; null accepts any. */
  authenticatedAfter: Date | null;
}

/** Adds OpenID Connect: discovered endpoints, a nonce, a verified ID token. */
class OpenIdStrategy extends GoogleStrategy<GoogleIdentity> {
  readonly #attempt: OpenIdAttempt;
  readonly #asksAgain: boolean;

  constructor({ provider, clientId, clientSecret }: GoogleClient, url: URL, attempt: OpenIdAttempt) {
    super(
      {
        clientId,
        clientSecret,
        redirectURI: new URL(callbackPath, url.origin).href,
        scopes: ["openid", "profile", "email"],
        prompt: "select_account",
      },
      async ({ tokens }) =>
        readGoogleIdentity(
          await verifyIdToken({ provider, idToken: idTokenOf(tokens), clientId, ...attempt }),
        ),
    );
    this.#attempt = attempt;
    this.#asksAgain = attempt.authenticatedAfter !== null && provider.supportsReauthentication;
    this.options.authorizationEndpoint = provider.authorizationEndpoint;
    this.options.tokenEndpoint = provider.tokenEndpoint;
    const secure = isSecure(url);
    this.options.cookie = {
      name: cookieName(name, secure),
      path: "/",
      maxAge: signInAttemptS,
      sameSite: "Lax",
      httpOnly: true,
      ...(secure ? { secure } : {}),
    };
  }

  protected override authorizationParams(params: URLSearchParams, request?: Request): URLSearchParams {
    const extended = super.authorizationParams(params, request);
    extended.set("nonce", this.#attempt.nonce);
    // The account must be the same: skips the account chooser.
    if (this.#asksAgain) {
      extended.set("prompt", "login");
      extended.set("max_age", "0");
    }
    return extended;
  }

  /** arctic has no timeout. */
  protected override validateAuthorizationCode(code: string, codeVerifier: string): Promise<OAuth2Tokens> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new SignInError("unreachable", "the token endpoint did not answer in time")),
      providerTimeoutMs,
    );
    const answer = super.validateAuthorizationCode(code, codeVerifier);
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  }
}

function idTokenOf(tokens: OAuth2Tokens): string {
  try {
    return tokens.idToken();
  } catch (error) {
    throw new SignInError("invalid_token", "the provider sent no ID token", { cause: error });
  }
}

interface StateCookie {
  id: string;
  value: string;
}

function stateCookies(request: Request, url: URL): StateCookie[] {
  const prefix = `${cookieName(name, isSecure(url))}:`;
  return (request.headers.get("Cookie") ?? "").split(";").flatMap((pair) => {
    const [key = "", ...value] = pair.trim().split("=");
    const id = key.startsWith(prefix) ? key.slice(prefix.length) : "";
    return /^[0-9a-f-]{36}$/.test(id) ? [{ id, value: value.join("=") }] : [];
  });
}

const hasState = (state: string) => (cookie: StateCookie) =>
  new URLSearchParams(cookie.value).get("state") === state;

const removal = (url: URL) => (cookie: StateCookie) =>
  serializeCookie({ name: `${name}:${cookie.id}`, value: "", maxAge: 0, secure: isSecure(url) });

/** Whether this browser began the sign-in. */
export function hasStateCookie(request: Request, url: URL, state: string): boolean {
  return stateCookies(request, url).some(hasState(state));
}

/** Set-Cookie headers that remove its state cookie. */
export function clearStateCookie(request: Request, url: URL, state: string): string[] {
  return stateCookies(request, url).filter(hasState(state)).map(removal(url));
}

/** Set-Cookie headers that remove the oldest state cookies, so that one more fits. */
export function evictOldStateCookies(request: Request, url: URL): string[] {
  return stateCookies(request, url)
    .slice(0, 1 - maxOpenSignIns)
    .map(removal(url));
}
