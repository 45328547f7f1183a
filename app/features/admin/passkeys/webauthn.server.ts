import type { NewCredential, PasskeyAssertion } from "./passkeys.schema.ts";
import { passkeyChallengeS } from "./passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Loaded with the first passkey: its parsers of certificates would slow down each start. */
const webauthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257];

interface PublicKey {
  /** Base64url. */
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Tells no name: authenticators show it to nobody, but keep it. */
const userHandleOf = (operatorId: string) => Buffer.from(operatorId).toString("base64url");

/** For `navigator.credentials.create`: a discoverable passkey that asks for a finger, a face or a PIN. */
export async function newPasskeyOptions(o: {
  site: RelyingParty;
  operatorId: string;
  username: string;
  known: { id: string; transports: string[] }[];
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { site, operatorId, username, known } = o;
  const { generateRegistrationOptions } = await webauthn();
  // Asked for by default, and not looked at.
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: "Mugen",
    rpID: site.id,
    userID: Uint8Array.from(Buffer.from(operatorId)),
    userName: username,
    userDisplayName: username,
    timeout: passkeyChallengeS * 1000,
    attestationType: "none",
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return options;
}

/** Null unless it answers `challenge` on `site`, with the person verified. */
export async function verifyNewPasskey(o: {
  credential: NewCredential;
  challenge: string;
  site: RelyingParty;
}): Promise<PublicKey | null> {
  const { credential, challenge, site } = o;
  const { verifyRegistrationResponse } = await webauthn();
  try {
    if (await hasCertificates(credential)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports } = credential.response;
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
  } catch {
    return null;
  }
}

/**
 * Prevents requests to addresses that a forged certificate names: the library asks them for revocations. Browsers were asked for
 * no attestation, and send `none`, or a signature by the new key itself.
 */
async function hasCertificates({ response }: NewCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(
    Uint8Array.from(Buffer.from(response.attestationObject, "base64url")),
  );
  const format = attestation.get("fmt");
  return format !== "none" && (format !== "packed" || attestation.get("attStmt").get("x5c") !== undefined);
}

/**
 * Verifies that `passkey` of `operatorId` has signed `challenge` on `site`, with the person verified. Returns the signature
 * counter after this use, else null. Also null where the counter did not go on: a copy of the key would repeat it. Many
 * authenticators stay at 0, which is accepted.
 */
export async function verifyPasskey(o: {
  assertion: PasskeyAssertion;
  passkey: PublicKey & { operatorId: string };
  challenge: string;
  site: RelyingParty;
}): Promise<number | null> {
  const { assertion, passkey, challenge, site } = o;
  if (assertion.response.userHandle !== userHandleOf(passkey.operatorId)) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const { id, counter, transports } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, "base64url")),
        counter,
        transports,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
