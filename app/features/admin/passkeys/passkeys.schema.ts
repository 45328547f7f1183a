import { z } from "zod";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import { atMost, measuredText } from "#app/features/text.schema.ts";
import { maxPasskeyNameLength, passkeyMessages } from "./passkeys.ts";

const { noName, longName, notAdded, notSignedIn } = passkeyMessages;

/** Base64url; ids have up to 1023 bytes, keys of RSA make the longest attestations. */
const bytes = (max: number, error: string) =>
  z
    .string({ error })
    .max(max, error)
    .regex(/^[\w-]+$/, error);
const maxIdLength = 1400;

/** `PublicKeyCredential.toJSON()` of a new passkey. */
const newCredential = z.object(
  {
    id: bytes(maxIdLength, notAdded),
    rawId: bytes(maxIdLength, notAdded),
    type: z.literal("public-key", { error: notAdded }),
    response: z.object(
      {
        clientDataJSON: bytes(4000, notAdded),
        attestationObject: bytes(10_000, notAdded),
        transports: z.array(z.string().max(30)).max(10).catch([]),
      },
      { error: notAdded },
    ),
  },
  { error: notAdded },
);

export type NewCredential = z.output<typeof newCredential>;

/** As the browser makes it: JSON in a field of the form. */
const credentialField = z
  .string({ error: notAdded })
  .max(20_000, notAdded)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: notAdded });
      return z.NEVER;
    }
  })
  .pipe(newCredential);

const name = measuredText({ error: noName, max: maxPasskeyNameLength, tooLong: longName })
  .transform(normalizeName)
  .pipe(z.string().min(1, noName).check(atMost(maxPasskeyNameLength, longName)));

/** Forms of `/admin/account`. */
export const passkeyForms = [
  z.object({ intent: z.literal("begin-passkey"), name }),
  z.object({ intent: z.literal("add-passkey"), name, credential: credentialField }),
  z.object({ intent: z.literal("remove-passkey"), passkey: z.string().max(maxIdLength) }),
  z.object({ intent: z.literal("refuse-password-sign-in") }),
  z.object({ intent: z.literal("allow-password-sign-in") }),
] as const;

export const passkeyOptionsReply = z
  .object({
    challenge: z.string().describe("base64url。一度だけ、5分のあいだ使えます"),
    rpId: z.string().describe("サイトのホスト名"),
    timeout: z.number().describe("ミリ秒"),
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeyOptions", description: "WebAuthnの`PublicKeyCredentialRequestOptionsJSON`です。" });

/** `PublicKeyCredential.toJSON()` of a passkey that signs in. */
const assertion = z.object(
  {
    id: bytes(maxIdLength, notSignedIn),
    rawId: bytes(maxIdLength, notSignedIn),
    type: z.literal("public-key", { error: notSignedIn }),
    response: z.object(
      {
        clientDataJSON: bytes(4000, notSignedIn),
        authenticatorData: bytes(4000, notSignedIn),
        signature: bytes(4000, notSignedIn),
        userHandle: bytes(200, notSignedIn),
      },
      { error: notSignedIn },
    ),
  },
  { error: notSignedIn },
);

export type PasskeyAssertion = z.output<typeof assertion>;

export const passkeySignInBody = z.object({
  credential: assertion.describe("ブラウザのPublicKeyCredentialをJSONにしたもの"),
  rememberMe: z.boolean({ error: "trueかfalseを指定してください" }).optional(),
});
