import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import {
  removeExpiredSignInAttempts,
  removeOldestSignInAttempts,
  saveSignInAttempt,
  takeSignInAttempt,
} from "./sign-in-attempts.server.ts";

withDatabase();

const attempt = { nonce: "nonce", returnPath: "/search", invitationCode: "code", isReauthentication: false };

test("an attempt is taken by its state, once, however many come at the same moment; the state is not stored", async () => {
  await saveSignInAttempt("state", attempt);
  expect(JSON.stringify(await db.select().from(signInAttempts))).not.toContain('"state"');
  expect(await takeSignInAttempt("another")).toBeNull();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeSignInAttempt("state")));
  expect(taken.filter(Boolean)).toEqual([{ ...attempt, startedAt: expect.any(Date), isExpired: false }]);
});

test("after ten minutes it is expired, and removed; others stay", async () => {
  const began = new Date("2026-01-01T00:00:00Z");
  const later = (minutes: number) => new Date(began.getTime() + minutes * 60_000);
  await saveSignInAttempt("late", attempt, began);
  expect(await takeSignInAttempt("late", later(10))).toMatchObject({
    isExpired: true,
    returnPath: "/search",
  });
  await saveSignInAttempt("left", attempt, began);
  await saveSignInAttempt("open", attempt, later(5));
  await removeExpiredSignInAttempts(later(10));
  expect(await takeSignInAttempt("left", later(5))).toBeNull();
  expect(await takeSignInAttempt("open", later(11))).toMatchObject({ isExpired: false });
});

test("of too many open attempts the oldest are removed", async () => {
  const began = Date.now();
  for (const [n, state] of ["oldest", "older", "newer", "newest"].entries())
    await saveSignInAttempt(state, attempt, new Date(began + n * 1000));
  await removeOldestSignInAttempts(2);
  const left = await Promise.all(["oldest", "older", "newer", "newest"].map((one) => takeSignInAttempt(one)));
  expect(left.map(Boolean)).toEqual([false, false, true, true]);
});
