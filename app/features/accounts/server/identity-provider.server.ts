import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { JOSEError } from "jose/errors";
import { z } from "zod";
import { SignInFailed } from "../sign-in-failure.ts";

/** How long the provider may take for one answer. */
export const providerTimeoutMs = 5000;
/** Discovery documents change rarely; the keys are renewed on their own. */
const discoveryLastsMs = 60 * 60 * 1000;
/** How far its clock and ours may differ. */
const toleranceS = 60;
/** An ID token comes straight from the provider: an older one is somebody's leftover. */
const oldestTokenS = 10 * 60;
/** Signatures by a key that only the provider has. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"];

export interface IdentityProvider {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keys: JWTVerifyGetKey;
}

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const known = new Map<string, { found: Promise<IdentityProvider>; until: number }>();

/**
 * The provider's endpoints and keys by its discovery document (OpenID Connect Discovery §4), remembered for an hour;
 * a look-up that failed is not. Throws `SignInFailed` `unreachable`.
 */
export function discoverProvider(
  issuer: string,
  options: { timeoutMs?: number } = {},
): Promise<IdentityProvider> {
  const before = known.get(issuer);
  if (before && before.until > Date.now()) return before.found;
  const entry = {
    found: lookUp(issuer, options.timeoutMs ?? providerTimeoutMs),
    until: Date.now() + discoveryLastsMs,
  };
  known.set(issuer, entry);
  entry.found.catch(() => {
    if (known.get(issuer) === entry) known.delete(issuer);
  });
  return entry.found;
}

async function lookUp(issuer: string, timeoutMs: number): Promise<IdentityProvider> {
  try {
    const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`discovery answered ${response.status}`);
    const found = discoveryDocument.parse(await response.json());
    // A document of another issuer would have us trust that one's tokens.
    if (found.issuer !== issuer) throw new Error("discovery names another issuer");
    return {
      issuer,
      authorizationEndpoint: found.authorization_endpoint,
      tokenEndpoint: found.token_endpoint,
      keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: providerTimeoutMs }),
    };
  } catch (error) {
    throw new SignInFailed("unreachable", "the identity provider could not be discovered", { cause: error });
  }
}

/**
 * The claims of an ID token that `provider` made for us, for this sign-in (its `nonce`), just now (OpenID Connect
 * Core §3.1.3.7). Throws `SignInFailed`: `invalid_token`, or `unreachable` when the keys can't be had.
 */
export async function checkIdToken(options: {
  provider: IdentityProvider;
  idToken: string;
  clientId: string;
  nonce: string;
}): Promise<JWTPayload> {
  const { provider, idToken, clientId, nonce } = options;
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
      issuer: spellings(provider.issuer),
      audience: clientId,
      algorithms,
      clockTolerance: toleranceS,
      maxTokenAge: oldestTokenS,
      requiredClaims: ["sub", "exp"],
    });
    if (payload.nonce !== nonce) throw new Error("the nonce is another sign-in's");
    if (payload.azp !== undefined && payload.azp !== clientId) throw new Error("made for another client");
    return payload;
  } catch (error) {
    if (keysFailed) throw new SignInFailed("unreachable", "the keys could not be had", { cause: error });
    throw new SignInFailed("invalid_token", "the ID token does not hold", { cause: error });
  }
}

/** Google signs as `accounts.google.com` too. */
function spellings(issuer: string): string[] {
  return issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer];
}

/** A key set that could be read, but not for this token. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof JOSEError &&
    ["ERR_JWKS_NO_MATCHING_KEY", "ERR_JWKS_MULTIPLE_MATCHING_KEYS", "ERR_JOSE_NOT_SUPPORTED"].includes(
      error.code,
    )
  );
}
