import { expect, test } from "vitest";
import { startStripe } from "#test/stripe/server.ts";
import { day, subscribeAndPay } from "#test/stripe/test-subscription.ts";
import { resumeAtStripe } from "./subscription-verbs.server.ts";

const pauseDays = 90;
const minuteMs = 60_000;

/**
 * When, after the first payment, money is taken for a subscription that is paused from its paid end, in minutes after the pause.
 */
async function paymentsAfterPause(
  bought: Date,
  o: { atEndOfPause: "resumes_first" | "renews_first"; awayMinutes: number },
): Promise<{ minutes: number[]; endsWithRenewal: boolean }> {
  const double = await startStripe({ at: bought, seed: "year" });
  double.account.settings.atEndOfPause = o.atEndOfPause;
  const stripe = double.client();
  const { id } = await subscribeAndPay(double);
  const period = () => double.account.subscriptions.get(id)?.items.data[0];
  const paidUntil = (period()?.current_period_end ?? 0) * 1000;
  const resumesAt = paidUntil + pauseDays * day;
  await stripe.subscriptions.update(id, {
    pause_collection: { behavior: "void", resumes_at: resumesAt / 1000 },
  });
  double.clock.advanceTo(new Date(resumesAt + 1000));
  const endsWithRenewal = period()?.current_period_start === resumesAt / 1000;
  double.clock.advance(o.awayMinutes * minuteMs);
  const charges = () => [...double.account.charges.values()];
  for (let tries = 0; charges().length < 2 && tries < 6; tries++) {
    const now = new Date(double.clock.now());
    await resumeAtStripe(stripe, { id, pausedFrom: new Date(paidUntil), isAway: true, now });
    double.clock.advance(30 * minuteMs);
  }
  double.clock.advance(25 * day);
  await double.close();
  return {
    minutes: charges()
      .slice(1)
      .map(({ created }) => Math.floor((created * 1000 - resumesAt) / minuteMs)),
    endsWithRenewal,
  };
}

/** Of every month the first day, one in its middle, which is as any other there, and those that not every month has. */
const daysOfMonths = Array.from({ length: 12 }, (_, month) =>
  [1, 15, 28, 29, 30, 31]
    .map((date) => new Date(Date.UTC(2026, month, date, 3)))
    .filter((bought) => bought.getUTCMonth() === month),
).flat();

test("whatever day of a year it is, a purchase that is paused is paid once when the pause ends", async () => {
  let together = 0;
  for (const bought of daysOfMonths) {
    const name = bought.toISOString();
    const first = await paymentsAfterPause(bought, { atEndOfPause: "resumes_first", awayMinutes: 0 });
    // Where Stripe renews by itself it takes the money an hour later.
    expect(first.minutes, name).toEqual([first.endsWithRenewal ? 60 : 0]);
    if (!first.endsWithRenewal) continue;
    together += 1;
    for (const awayMinutes of [40, 90]) {
      const away = await paymentsAfterPause(bought, { atEndOfPause: "resumes_first", awayMinutes });
      expect(away.minutes, `${name}, ${awayMinutes} minutes late`).toEqual([60]);
    }
    const voided = await paymentsAfterPause(bought, { atEndOfPause: "renews_first", awayMinutes: 0 });
    expect(voided.minutes, `${name}, its renewal void`).toEqual([0]);
  }
  expect(together).toBeGreaterThan(10);
}, 120_000);

test("a renewal that comes a moment after the pause is waited for, and its month is the only one", async () => {
  const double = await startStripe({ at: new Date("2026-11-05T03:00:00Z"), seed: "near" });
  const stripe = double.client();
  const { id } = await subscribeAndPay(double);
  const resumesAt = new Date("2027-03-05T02:59:30Z");
  const pausedFrom = new Date("2026-12-05T03:00:00Z");
  await stripe.subscriptions.update(id, {
    pause_collection: { behavior: "void", resumes_at: resumesAt.getTime() / 1000 },
  });
  double.clock.advanceTo(resumesAt);
  // Stripe renews between its answer to the program's question and the call that the program makes then.
  const held = double.hold(/^POST \/v1\/subscriptions/);
  const resumed = resumeAtStripe(stripe, { id, pausedFrom, isAway: true, now: resumesAt });
  await Promise.race([held.arrived, resumed]);
  double.clock.advance(minuteMs);
  held.release();
  await resumed;
  double.clock.advance(day);
  expect(double.account.charges.size).toBe(2);
  await double.close();
});
