import type { OAuth2Tokens } from "arctic";
import { Authenticator } from "remix-auth";
import { GoogleStrategy } from "remix-auth-google";
import { type GoogleIdentity, readGoogleIdentity } from "#app/features/accounts/google-identity.ts";
import {
  checkIdToken,
  type IdentityProvider,
  providerTimeoutMs,
} from "#app/features/accounts/server/identity-provider.server.ts";
import { signInAttemptS } from "#app/features/accounts/server/sign-in-attempts.server.ts";
import { SignInFailed } from "#app/features/accounts/sign-in-failure.ts";
import { cookieHeader, cookieName, isSecure } from "./cookies.ts";

const name = "mugen_google";
/** A browser keeps this many sign-ins open; cookies of older ones would fill the request's headers. */
const openAtOnce = 4;

/** Where Google sends people back to; the one to enter in its console. */
const callbackPath = "/api/auth/google/callback";

export interface GoogleClient {
  provider: IdentityProvider;
  clientId: string;
  clientSecret: string;
}

/**
 * The `google` strategy for one request: PKCE and state come from remix-auth-oauth2, with a cookie of this browser
 * for each state. Asked without `state` it throws the redirect to Google, with one the identity is its answer.
 */
export function googleAuthenticator(client: GoogleClient, url: URL, nonce: string) {
  return new Authenticator<GoogleIdentity>().use(new OpenIdStrategy(client, url, nonce));
}

/** Adds to Google's strategy what makes it OpenID Connect: the provider's own endpoints, a nonce, a checked ID token. */
class OpenIdStrategy extends GoogleStrategy<GoogleIdentity> {
  readonly #nonce: string;

  constructor({ provider, clientId, clientSecret }: GoogleClient, url: URL, nonce: string) {
    super(
      {
        clientId,
        clientSecret,
        redirectURI: new URL(callbackPath, url.origin).href,
        scopes: ["openid", "profile", "email"],
        prompt: "select_account",
      },
      async ({ tokens }) =>
        readGoogleIdentity(await checkIdToken({ provider, idToken: idTokenOf(tokens), clientId, nonce })),
    );
    this.#nonce = nonce;
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
    extended.set("nonce", this.#nonce);
    return extended;
  }

  /** arctic waits for as long as the provider likes; people do not. */
  protected override validateAuthorizationCode(code: string, codeVerifier: string): Promise<OAuth2Tokens> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new SignInFailed("unreachable", "the token endpoint did not answer in time")),
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
    throw new SignInFailed("invalid_token", "the provider sent no ID token", { cause: error });
  }
}

interface StateCookie {
  id: string;
  value: string;
}

/** This browser's sign-ins under way, the newest last. */
function stateCookies(request: Request, url: URL): StateCookie[] {
  const prefix = `${cookieName(name, isSecure(url))}:`;
  return (request.headers.get("Cookie") ?? "").split(";").flatMap((pair) => {
    const [key = "", ...value] = pair.trim().split("=");
    const id = key.startsWith(prefix) ? key.slice(prefix.length) : "";
    return /^[0-9a-f-]{36}$/.test(id) ? [{ id, value: value.join("=") }] : [];
  });
}

const belongsTo = (state: string) => (cookie: StateCookie) =>
  new URLSearchParams(cookie.value).get("state") === state;

const removal = (url: URL) => (cookie: StateCookie) =>
  cookieHeader({ name: `${name}:${cookie.id}`, value: "", maxAge: 0, secure: isSecure(url) });

/** Whether this browser began the sign-in with `state`. */
export function beganHere(request: Request, url: URL, state: string): boolean {
  return stateCookies(request, url).some(belongsTo(state));
}

/** Set-Cookie headers that forget the sign-in with `state`. */
export function forgetState(request: Request, url: URL, state: string): string[] {
  return stateCookies(request, url).filter(belongsTo(state)).map(removal(url));
}

/** Set-Cookie headers that make room for one more sign-in. */
export function forgetOldStates(request: Request, url: URL): string[] {
  return stateCookies(request, url)
    .slice(0, 1 - openAtOnce)
    .map(removal(url));
}
