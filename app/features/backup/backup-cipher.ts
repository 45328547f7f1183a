import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/** What an encrypted backup folder reveals about its key. */
export const cipherSchema = z.object({
  /** Hex. Key: scrypt (N 2^16, r 8, p 1) of the passphrase, then HKDF-SHA-256. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** Reveals a wrong passphrase. */
  check: z.string().regex(/^[0-9a-f]{64}$/),
});
type CipherFacts = z.infer<typeof cipherSchema>;

export interface BackupCipher {
  readonly facts: CipherFacts | null;
  /** SHA-256 of a chunk; keyed with a passphrase, so that ids don't reveal known files. */
  idOf(bytes: Uint8Array): string;
  /** AES-256-GCM bound to the name; unchanged without a passphrase. */
  seal(name: string, bytes: Uint8Array): Uint8Array;
  /** Throws `BackupError` for changed bytes. */
  open(name: string, sealed: Uint8Array): Uint8Array;
}

const plainCipher: BackupCipher = {
  facts: null,
  idOf: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  seal: (_name, bytes) => bytes,
  open: (_name, sealed) => sealed,
};

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
const [ivBytes, tagBytes] = [12, 16];

/**
 * Opens a folder's cipher; `facts` is undefined for a new folder. Throws `BackupError` if the passphrase is missing, wrong, or
 * given for a folder without one.
 */
export async function openCipher(
  passphrase: string | undefined,
  facts: CipherFacts | null | undefined,
): Promise<BackupCipher> {
  if (facts === null && passphrase !== undefined)
    throw new BackupError("this backup is not encrypted: unset BACKUP_PASSPHRASE, or begin another folder");
  if (passphrase === undefined) {
    if (facts) throw new BackupError("this backup is encrypted: set BACKUP_PASSPHRASE");
    return plainCipher;
  }
  const salt = facts ? Buffer.from(facts.salt, "hex") : randomBytes(16);
  const secret = await derive(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 28 });
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `mugen backup ${purpose}`, 32));
  const [key, nameKey] = [keyFor("chunks"), keyFor("names")];
  const check = createHmac("sha256", nameKey).update("check").digest();
  if (facts && !timingSafeEqual(check, Buffer.from(facts.check, "hex")))
    throw new BackupError("BACKUP_PASSPHRASE is not the passphrase of this backup");
  return {
    facts: { salt: salt.toString("hex"), check: check.toString("hex") },
    idOf: (bytes) => createHmac("sha256", nameKey).update(bytes).digest("hex"),
    seal(name, bytes) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
      return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(name, sealed) {
      const end = sealed.length - tagBytes;
      if (end < ivBytes) throw damaged(name);
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(end));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes, end)), decipher.final()]);
      } catch {
        throw damaged(name);
      }
    },
  };
}

export const damaged = (name: string) => new BackupError(`${name} in the backup is damaged`);
