import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's recommendation for scrypt: 128 MB of memory, about half a second. */
const currentCost: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** Of hashes without their cost: `scrypt:{salt}:{hash}`. */
const earlierCost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const hashBytes = 32;

/** `scrypt:{N}:{r}:{p}:{salt}:{hash}`, the last two base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, currentCost);
  const { N, r, p } = currentCost;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join(":");
}

/**
 * Compares in constant time. `needsRehash`: correct, but `hashPassword` has a higher cost now. Throws if `stored` is no hash of
 * `hashPassword`, past or present.
 */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ isCorrect: boolean; needsRehash: boolean }> {
  const { cost, salt, hash } = parseHash(stored);
  const isCorrect = timingSafeEqual(await derive(password, salt, cost), hash);
  return { isCorrect, needsRehash: isCorrect && cost.N < currentCost.N };
}

export const passwordHashPattern = /^scrypt:(?:(\d{1,7}):(\d{1,2}):(\d{1,2}):)?([\w-]{22}):([\w-]{43})$/;

function parseHash(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, N, r, p, salt, hash] = passwordHashPattern.exec(stored) ?? [];
  if (!salt || !hash) throw new Error("not a password hash of this program");
  const cost = N ? { N: Number(N), r: Number(r), p: Number(p) } : earlierCost;
  return { cost, salt: Buffer.from(salt, "base64url"), hash: Buffer.from(hash, "base64url") };
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // OpenSSL needs a little more memory than the formula says.
    scrypt(password, salt, hashBytes, { ...cost, maxmem: 160 * cost.N * cost.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
