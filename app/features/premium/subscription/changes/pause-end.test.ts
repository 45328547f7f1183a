// on one database: about what Stripe says; each statement that it leads to runs on both elsewhere (payments.test.ts, refunds.test.ts)
import { expect, test } from "vitest";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { pauseSubscription, resumeSubscription } from "./subscription-verbs.server.ts";

const site = await startStripeForMembers({ at: new Date("2026-11-05T03:00:00Z"), seed: "pause-end" });
const { stripe, now, subscribe, membership, runMinute, chargesOf, skipEvents } = site;
withDatabase();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A member who buys at a time and pauses, and the subscription's id; the renewal falls on the end of the pause. */
async function pausedMember(bought: string, ends: string) {
  stripe.clock.advanceTo(new Date(bought));
  skipEvents();
  const viewer = await addMember();
  const id = await subscribe(viewer);
  const { resumesAt } = await pauseSubscription({ viewer, now: now() });
  expect(resumesAt).toEqual(new Date(ends));
  const period = await stripe.client().subscriptions.retrieve(id);
  const anchor = new Date(period.billing_cycle_anchor * 1000);
  expect(anchor.getUTCDate()).toBe(resumesAt?.getUTCDate());
  return { viewer, id };
}

test("a pause that ends with a renewal is paid once", async () => {
  const { viewer, id } = await pausedMember("2026-11-05T03:00:00Z", "2027-03-05T03:00:00Z");
  stripe.clock.advanceTo(new Date("2027-03-05T03:00:30Z"));
  for (let minute = 0; minute < 70; minute += 10) {
    await runMinute();
    if (minute === 20) {
      expect(await membership(viewer)).toMatchObject({ kind: "paused" });
      await resumeSubscription({ viewer, now: now() });
    }
    stripe.clock.advance(10 * minuteMs);
  }
  expect(chargesOf(id)).toHaveLength(2);
  expect(await membership(viewer)).toMatchObject({ kind: "active", resumesAt: null });
  stripe.clock.advance(29 * dayMs);
  await runMinute();
  expect(chargesOf(id)).toHaveLength(2);
});

test.each([
  ["until the payment is near", "2028-01-05T03:00:00Z", "2028-05-05T03:00:00Z", 40],
  ["until it was made", "2028-12-06T03:00:00Z", "2029-04-06T03:00:00Z", 90],
])("the same when the program is away %s", async (_, bought, ends, minutes) => {
  const { viewer, id } = await pausedMember(bought, ends);
  stripe.clock.advanceTo(new Date(new Date(ends).getTime() + minutes * minuteMs));
  await runMinute();
  stripe.clock.advance(60 * minuteMs);
  await runMinute();
  expect(chargesOf(id)).toHaveLength(2);
  expect(await membership(viewer)).toMatchObject({ kind: "active", resumesAt: null });
});
