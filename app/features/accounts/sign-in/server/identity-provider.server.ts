import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { JOSEError } from "jose/errors";
import { z } from "zod";
import { hourMs } from "#app/lib/time-units.ts";
import { SignInError } from "../sign-in-failure.ts";

export const providerTimeoutMs = 5000;
/** The keys are renewed separately. */
const discoveryTtlMs = hourMs;
/** Between the provider's clock and this server's. */
const clockToleranceS = 60;
/** The ID token comes straight from the provider. */
const maxTokenAgeS = 10 * 60;
/** Asymmetric ones only. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"];

export interface IdentityProvider {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /**
   * Whether the provider signs people in again on request (`prompt=login`, `max_age=0`), as OpenID Connect Core §15.1
   * demands. Google does not: people only choose their account, and `auth_time`, sent where its "session age claims" are
   * switched on, stays that of an earlier sign-in.
   */
  supportsReauthentication: boolean;
  keys: JWTVerifyGetKey;
}

const googleIssuer = "https://accounts.google.com";

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const discoveries = new Map<string, { found: Promise<IdentityProvider>; until: number }>();

/** OpenID Connect Discovery §4, cached for an hour; failures are not cached. Throws `SignInError` `unreachable`. */
export function discoverProvider(
  issuer: string,
  options: { timeoutMs?: number } = {},
): Promise<IdentityProvider> {
  const before = discoveries.get(issuer);
  if (before && before.until > Date.now()) return before.found;
  const entry = {
    found: fetchDiscovery(issuer, options.timeoutMs ?? providerTimeoutMs),
    until: Date.now() + discoveryTtlMs,
  };
  discoveries.set(issuer, entry);
  entry.found.catch(() => {
    if (discoveries.get(issuer) === entry) discoveries.delete(issuer);
  });
  return entry.found;
}

async function fetchDiscovery(issuer: string, timeoutMs: number): Promise<IdentityProvider> {
  try {
    const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`discovery answered ${response.status}`);
    const found = discoveryDocument.parse(await response.json());
    // Otherwise tokens of another issuer would be trusted.
    if (found.issuer !== issuer) throw new Error("discovery names another issuer");
    return {
      issuer,
      authorizationEndpoint: found.authorization_endpoint,
      tokenEndpoint: found.token_endpoint,
      supportsReauthentication: issuer !== googleIssuer,
      keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: providerTimeoutMs }),
    };
  } catch (error) {
    throw new SignInError("unreachable", "the identity provider could not be discovered", { cause: error });
  }
}

/**
 * The token must be issued by `provider` for `clientId` and this sign-in (`nonce`), and recent (OpenID Connect Core
 * §3.1.3.7). `authenticatedAfter`: the provider must have asked for the identity since then; judged where it supports that
 * and the token tells (`auth_time`). Returns the claims. Throws `SignInError`: `invalid_token`, `not_reauthenticated`, or
 * `unreachable` when the keys can't be loaded.
 */
export async function verifyIdToken(options: {
  provider: IdentityProvider;
  idToken: string;
  clientId: string;
  nonce: string;
  authenticatedAfter?: Date | null;
}): Promise<JWTPayload> {
  const { provider, idToken, clientId, nonce, authenticatedAfter } = options;
  let keysFailed = false;
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      return await provider.keys(header, token);
    } catch (error) {
      keysFailed = !isAboutToken(error);
      throw error;
    }
  };
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: acceptedIssuers(provider.issuer),
      audience: clientId,
      algorithms,
      clockTolerance: clockToleranceS,
      maxTokenAge: maxTokenAgeS,
      requiredClaims: ["sub", "exp"],
    });
    if (payload.nonce !== nonce) throw new Error("the nonce belongs to another sign-in");
    if (payload.azp !== undefined && payload.azp !== clientId) throw new Error("made for another client");
    if (authenticatedAfter && provider.supportsReauthentication) requireAuthTime(payload, authenticatedAfter);
    return payload;
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (keysFailed) throw new SignInError("unreachable", "the keys could not be loaded", { cause: error });
    throw new SignInError("invalid_token", "the ID token is invalid", { cause: error });
  }
}

function requireAuthTime({ auth_time: seconds }: JWTPayload, after: Date): void {
  // Some providers send it only where that is configured there.
  if (seconds === undefined) return;
  if (typeof seconds !== "number") throw new Error("auth_time is no time");
  if (seconds + clockToleranceS < after.getTime() / 1000)
    throw new SignInError("not_reauthenticated", "the provider did not ask who it is");
}

/** Google's tokens also name `accounts.google.com`. */
function acceptedIssuers(issuer: string): string[] {
  return issuer === googleIssuer ? [issuer, "accounts.google.com"] : [issuer];
}

/** The key set was loaded, but has no key for this token. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof JOSEError &&
    ["ERR_JWKS_NO_MATCHING_KEY", "ERR_JWKS_MULTIPLE_MATCHING_KEYS", "ERR_JOSE_NOT_SUPPORTED"].includes(
      error.code,
    )
  );
}
