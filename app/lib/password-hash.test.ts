import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

test("a password is hashed at today's cost, away from the event loop, and recognised", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const stored = await hashPassword("夜の音");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect(stored).toMatch(/^scrypt:131072:8:1:/);
  expect(await verifyPassword("夜の音", stored)).toEqual({ isCorrect: true, needsRehash: false });
});

test("a hash of an earlier cost is still recognised, and is due to be renewed", async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync("夜の音", salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  const stored = `scrypt:${salt.toString("base64url")}:${hash.toString("base64url")}`;
  expect(await verifyPassword("夜の音", stored)).toEqual({ isCorrect: true, needsRehash: true });
  expect(await verifyPassword("昼の音", stored)).toEqual({ isCorrect: false, needsRehash: false });
  await expect(verifyPassword("夜の音", "夜の音")).rejects.toThrow("not a password hash");
});
