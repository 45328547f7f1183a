import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RootData } from "#app/features/site/root-data.ts";
import { readCachedEntitlements } from "./premium-cache.ts";
import { premiumToCache } from "./use-premium-cache.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null });
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = {
  id: "kanade",
  name: "夜野 かなで",
  email: "kanade@example.com",
  customUserId: null,
  picture: null,
  xHandle: null,
  isPremium: true,
  state: "approved",
} satisfies RootData["user"];

test.each([
  ["premium without an end, for a week", { user, premiumEndsAt: null, speedTrialEndsAt: null }, 7, null],
  ["premium until its end", { user, premiumEndsAt: inDays(2), speedTrialEndsAt: null }, 2, null],
  [
    "a trial",
    { user: { ...user, isPremium: false }, premiumEndsAt: null, speedTrialEndsAt: inDays(1) },
    null,
    inDays(1),
  ],
  ["nothing of a visitor", { user: null, premiumEndsAt: null, speedTrialEndsAt: null }, null, null],
] as const)("the device remembers %s", (_, root, days, trial) => {
  const premium = days === null ? null : String(now + days * dayMs);
  expect(premiumToCache(root, now)).toEqual({ premium, trial });
});

test.each([
  ["premium", { "premium-until": String(now + 1) }, true, true],
  ["expired premium", { "premium-until": String(now) }, false, false],
  ["a trial", { "speed-trial-ends-at": inDays(1) }, true, false],
  ["a trial that is over", { "speed-trial-ends-at": inDays(-1) }, false, false],
  ["another value", { "premium-until": "forever", "speed-trial-ends-at": "tomorrow" }, false, false],
])("a page without data goes by remembered %s", (_, stored, doubleSpeed, adFree) => {
  for (const [key, value] of Object.entries(stored)) kept.set(key, value);
  expect(readCachedEntitlements()).toEqual(
    doubleSpeed ? { adFree, doubleSpeed, backgroundPlay: adFree, highQuality: adFree } : null,
  );
});
