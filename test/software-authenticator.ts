import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The part of RFC 8949 that attestations and keys are made of. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(encodeCbor))]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

interface Passkey {
  id: Buffer;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
}

/** What an authenticator and its browser would say otherwise, where a test has them lie. */
interface Circumstances {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
  format?: string;
}

export const testOrigin = "http://localhost:3000";

/** A device with passkeys (ES256) and the browser around it, in the protocol of WebAuthn. */
export class SoftwareAuthenticator {
  readonly origin: string;
  counter = 0;
  readonly passkeys: Passkey[] = [];

  constructor(origin = testOrigin) {
    this.origin = origin;
  }

  /** `navigator.credentials.create`, as JSON. */
  create(
    options: { challenge: string; rp: { id?: string | undefined }; user: { id: string } },
    lie: Circumstances = {},
  ) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const rpId = options.rp.id ?? new URL(this.origin).hostname;
    const passkey = { id: randomBytes(32), rpId, userHandle: options.user.id, privateKey };
    this.passkeys.push(passkey);
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(passkey.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, passkey.id, encodeCbor(key)]);
    const authData = Buffer.concat([this.#authenticatorData(rpId, lie, 0x40), attested]);
    const attestation = new Map<string, Cbor>([
      ["fmt", lie.format ?? "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: base64url(passkey.id),
      rawId: base64url(passkey.id),
      type: "public-key" as const,
      response: {
        clientDataJSON: base64url(this.#clientData(lie.type ?? "webauthn.create", options.challenge, lie)),
        attestationObject: base64url(encodeCbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** `navigator.credentials.get` with the newest passkey, or with `passkey`, as JSON. */
  get(
    options: { challenge: string; rpId: string },
    lie: Circumstances = {},
    passkey: Passkey | undefined = this.passkeys.at(-1),
  ) {
    if (!passkey) throw new Error("no passkey");
    this.counter += 1;
    const authData = this.#authenticatorData(options.rpId, lie, 0);
    const clientData = this.#clientData(lie.type ?? "webauthn.get", options.challenge, lie);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), passkey.privateKey);
    return {
      id: base64url(passkey.id),
      rawId: base64url(passkey.id),
      type: "public-key" as const,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: lie.userHandle ?? passkey.userHandle,
      },
    };
  }

  #authenticatorData(rpId: string, lie: Circumstances, flags: number): Buffer {
    const present = 0x01;
    const verified = lie.isVerified === false ? 0 : 0x04;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? this.counter);
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags | present | verified]), counter]);
  }

  #clientData(type: string, challenge: string, lie: Circumstances): string {
    return JSON.stringify({ type, challenge, origin: lie.origin ?? this.origin, crossOrigin: false });
  }
}
