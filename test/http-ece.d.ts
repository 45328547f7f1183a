/** Encrypted content coding (RFC 8188), as far as the tests use it. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** `authSecret` is base64url. Throws when the content was not encrypted for these keys. */
  export function decrypt(
    content: Buffer,
    keys: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
