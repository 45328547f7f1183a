import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { stripeCancellations, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { startCheckout } from "../purchase/start-checkout.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "closed-accounts" });
const { stripe, now, pay, subscribe, atStripe, runMinute, emailsTo } = site;
withDatabase();

let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  site.skipEvents();
  followStripe();
});
afterEach(() => vi.useRealTimers());

/** An account's end is compared with times of Stripe's. */
const followStripe = () => vi.useFakeTimers({ toFake: ["Date"], now: now() });

function advance(ms: number): void {
  stripe.clock.advance(ms);
  followStripe();
}

async function customerOf({ id }: Viewer): Promise<string> {
  const [account] = await db.select().from(users).where(eq(users.id, id));
  return account?.stripeCustomerId ?? "";
}

const chargesTo = (customer: string) =>
  [...stripe.account.charges.values()].filter((charge) => charge.customer === customer);

const closings = {
  deleted: (who: Viewer) => deleteAccount({ viewer: who }),
  denied: (who: Viewer) => denyAccount({ actor: operatorActor, userId: who.id }),
};
const methods = {
  "card form": async (who: Viewer) => {
    const { clientSecret } = await pay(who);
    return () => stripe.pay(clientSecret);
  },
  Checkout: async (who: Viewer) => {
    const { url } = await startCheckout({ viewer: who, now: now() });
    return () => stripe.payCheckout(url);
  },
};

test.each([
  ["deleted", "card form"],
  ["deleted", "Checkout"],
  ["denied", "card form"],
  ["denied", "Checkout"],
] as const)("who was %s pays nothing by a %s that was open then", async (closed, method) => {
  const payNow = await methods[method](viewer);
  const customer = await customerOf(viewer);
  await closings[closed](viewer);
  advance(20_000);
  payNow();
  advance(20_000);
  await runMinute();
  expect(chargesTo(customer)).toMatchObject([{ paid: true, refunded: true }]);
  expect(await db.$count(stripeCancellations)).toBe(0);
});

test("a purchase that Stripe made while its member was denied is given back, once it is paid", async () => {
  const held = stripe.hold("POST /v1/subscriptions");
  const paying = pay(viewer);
  await held.arrived;
  await closings.denied(viewer);
  await runMinute();
  held.release();
  stripe.pay((await paying).clientSecret);
  await runMinute();
  expect((await atStripe(viewer)).map(({ status }) => status)).toEqual(["canceled"]);
  expect(chargesTo(await customerOf(viewer))).toMatchObject([{ paid: true, refunded: true }]);
  expect(await emailsTo(viewer)).toEqual(expect.arrayContaining(["premium-refunded"]));
});

test.each(["deleted", "denied"] as const)(
  "what was paid before its member was %s is not given back",
  async (closed) => {
    await subscribe(viewer);
    const customer = await customerOf(viewer);
    advance(24 * 60 * 60 * 1000);
    await closings[closed](viewer);
    advance(20_000);
    await runMinute();
    expect(chargesTo(customer)).toMatchObject([{ paid: true, refunded: false }]);
  },
);
