import type { PasskeyAssertion } from "#app/features/admin/passkeys/passkeys.schema.ts";
import { passkeyChallengeS, passkeyMessages } from "#app/features/admin/passkeys/passkeys.ts";
import { type RelyingParty, relyingPartyOf } from "#app/features/admin/passkeys/relying-party.ts";
import {
  beginPasskeySignIn,
  signInWithPasskey,
} from "#app/features/admin/passkeys/sign-in-with-passkey.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "../cookies/cookie.ts";
import type { RequestContext } from "../core/request-context.ts";
import { consoleSignIn } from "./admin-session-cookie.server.ts";

const name = "mugen_passkey";

/** Binds the challenge of a sign-in to the browser. An empty token removes it. */
export const passkeyCookie = (token: string, url: URL): string =>
  serializeCookie({ name, value: token, maxAge: token ? passkeyChallengeS : 0, secure: isSecure(url) });

/** Throws `Conflict` where browsers know no passkeys. */
export function requireRelyingParty({ url }: RequestContext): RelyingParty {
  const site = relyingPartyOf(url);
  if (!site) throw new Conflict(passkeyMessages.noHost);
  return site;
}

/** Returns what `navigator.credentials.get` takes; `finishPasskeySignIn` must follow within five minutes. */
export async function startPasskeySignIn(context: RequestContext) {
  const { token, options } = await beginPasskeySignIn({ site: requireRelyingParty(context) });
  context.setCookie(passkeyCookie(token, context.url));
  return options;
}

/** Signs the browser in to the console as `signInToConsole` does. Throws `NotAuthenticated`. */
export async function finishPasskeySignIn(options: {
  request: Request;
  context: RequestContext;
  assertion: PasskeyAssertion;
  rememberMe: boolean;
}): Promise<void> {
  const { request, context, assertion, rememberMe } = options;
  const site = requireRelyingParty(context);
  const token = readCookie(request, cookieName(name, isSecure(context.url))) ?? "";
  context.setCookie(passkeyCookie("", context.url));
  const deviceInfo = request.headers.get("User-Agent") ?? "";
  await consoleSignIn(context, () => signInWithPasskey({ token, assertion, site, rememberMe, deviceInfo }));
}
