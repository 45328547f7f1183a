import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, vi } from "vitest";

/** Hashes of today's cost take a hundredth of it in this file: `password-hash.test.ts` holds what they cost. */
export function withCheapPasswords(): void {
  const { scrypt } = crypto;
  beforeAll(() => {
    vi.spyOn(crypto, "scrypt").mockImplementation((password, salt, length, options, callback) => {
      const { N = 0 } = options;
      scrypt(password, salt, length, { ...options, N: N > 2 ** 15 ? 2 ** 10 : N }, callback);
    });
    syncBuiltinESMExports();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
