import { expect, test } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findPremiumStatus } from "./find-premium-status.server.ts";
import { grantPremium } from "./grant-premium.server.ts";

withDatabase();

const now = new Date("2026-11-22T03:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

test("premium is granted for days from now, replaced by the next grant, and ended at once by 0 days", async () => {
  const { id: userId } = await addMember();
  const status = (at: Date) => findPremiumStatus({ userId, now: at });
  expect(await grantPremium({ actor: operatorActor, userId, days: 30, now })).toEqual(later(30));
  expect(await status(now)).toEqual({ isPremium: true, endDate: later(30), daysRemaining: 30 });
  expect(await status(later(30))).toMatchObject({ isPremium: false });
  await grantPremium({ actor: operatorActor, userId, days: 7, now });
  expect(await status(now)).toMatchObject({ daysRemaining: 7 });
  await grantPremium({ actor: operatorActor, userId, days: 0, now });
  expect(await status(now)).toEqual({ isPremium: false, endDate: null, daysRemaining: null });
  await expect(grantPremium({ actor: operatorActor, userId: "nobody", days: 30, now })).rejects.toThrow(
    NotFound,
  );
});
