/** Encrypted content coding (RFC 8188), as far as tests use it. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  export function decrypt(
    content: Buffer,
    keys: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
