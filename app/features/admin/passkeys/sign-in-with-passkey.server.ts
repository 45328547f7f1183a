import { and, eq } from "drizzle-orm";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { createToken, hashToken } from "#app/lib/secret-token.ts";
import { primary, write } from "#db/client.ts";
import { operatorPasskeys } from "#db/schema/index.ts";
import { credentialsById } from "../session/admin-credentials.server.ts";
import { openAdminSession } from "../session/admin-session.server.ts";
import { savePasskeyChallenge, takePasskeyChallenge } from "./passkey-challenges.server.ts";
import type { PasskeyAssertion } from "./passkeys.schema.ts";
import { passkeyChallengeS, passkeyMessages } from "./passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";
import { verifyPasskey } from "./webauthn.server.ts";

/** For `navigator.credentials.get`, and the token of the browser's cookie, of which only the hash is stored. */
export async function beginPasskeySignIn({ site, now = new Date() }: { site: RelyingParty; now?: Date }) {
  const [token, challenge] = [createToken(), createToken()];
  await savePasskeyChallenge({ id: hashToken(token), operatorId: null, challenge, now });
  const timeout = passkeyChallengeS * 1000;
  return { token, options: { challenge, rpId: site.id, timeout, userVerification: "required" as const } };
}

/**
 * As `signInAdmin`: the passkey stands for both factors, the device and the finger, face or PIN that it has asked for. Uses up the
 * challenge of `token`. Throws `NotAuthenticated`, with one message for whatever is wrong.
 */
export async function signInWithPasskey(o: {
  token: string;
  assertion: PasskeyAssertion;
  site: RelyingParty;
  rememberMe: boolean;
  deviceInfo: string;
  now?: Date;
}): Promise<{ token: string; maxAgeS: number }> {
  const { token, assertion, site, rememberMe, deviceInfo, now = new Date() } = o;
  const refused = new NotAuthenticated(passkeyMessages.notSignedIn);
  const challenge = await takePasskeyChallenge({ id: hashToken(token), operatorId: null, now });
  const [passkey] = await primary
    .select()
    .from(operatorPasskeys)
    .where(eq(operatorPasskeys.id, assertion.id));
  const operator = passkey && (await credentialsById(passkey.operatorId));
  if (!challenge || !passkey || !operator?.hash) throw refused;
  const counter = await verifyPasskey({ assertion, passkey, challenge, site });
  if (counter === null) throw refused;
  return write(async (tx) => {
    const { id, counter: before } = passkey;
    // Removed or used meanwhile.
    const used = await tx
      .update(operatorPasskeys)
      .set({ counter, lastUsedAt: now })
      .where(and(eq(operatorPasskeys.id, id), eq(operatorPasskeys.counter, before)))
      .returning({ id: operatorPasskeys.id });
    if (used.length === 0) throw refused;
    return openAdminSession(tx, { operator, method: "passkey", rememberMe, deviceInfo, now });
  });
}
