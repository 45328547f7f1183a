import { asRecord, fetchJson, readError } from "#app/lib/fetch-json.ts";
import { failureMessage } from "#app/ui/form/form-result.ts";
import { passkeyChallengeS, passkeyLoginCall, passkeyMessages, passkeyOptionsCall } from "./passkeys.ts";
import { isPasskeyHost } from "./relying-party.ts";

export type PasskeySupport = "ready" | "unsupported" | "no-host";

/** Browsers from 2025 on turn the server's JSON into options, and the answer into JSON. */
export function passkeySupport(): PasskeySupport {
  if (!isPasskeyHost(location)) return "no-host";
  return "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "toJSON" in PublicKeyCredential.prototype
    ? "ready"
    : "unsupported";
}

/** JSON of the new passkey; null if the person gave up, or time was up; `known` if the device has one already. Never rejects. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ credential: string } | "known" | null> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return toJson(await navigator.credentials.create({ publicKey }));
  } catch (error) {
    return error instanceof DOMException && error.name === "InvalidStateError" ? "known" : null;
  }
}

function toJson(made: Credential | null): { credential: string } | null {
  return made instanceof PublicKeyCredential ? { credential: JSON.stringify(made.toJSON()) } : null;
}

/** Call it from a click handler. Null when signed in, else what to say. Never rejects. */
export async function signInByPasskey({ rememberMe }: { rememberMe: boolean }): Promise<string | null> {
  const begun = await fetchJson("POST", passkeyOptionsCall);
  if (!begun.ok) return messageOf(begun);
  const credential = await askForPasskey(begun.body);
  if (!credential) return passkeyMessages.notUsed;
  const finished = await fetchJson("POST", passkeyLoginCall, { json: { credential, rememberMe } });
  return finished.ok ? null : messageOf(finished);
}

const messageOf = ({ status, body }: { status: number; body: unknown }) =>
  failureMessage({ status, error: readError(body).error });

async function askForPasskey(options: unknown): Promise<unknown> {
  try {
    const { challenge, rpId } = asRecord(options);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge: String(challenge),
      rpId: String(rpId),
      timeout: passkeyChallengeS * 1000,
      userVerification: "required",
    });
    const used = await navigator.credentials.get({ publicKey });
    return used instanceof PublicKeyCredential ? used.toJSON() : null;
  } catch {
    return null;
  }
}
