import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { stripeEvents, subscriptions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { handleStripeEvent } from "./handle-stripe-event.server.ts";
import { reconcileSubscriptions } from "./reconcile-subscriptions.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "webhook" });
const { stripe, now, subscribe, membership, receive, emailsTo } = site;
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
const newestEvent = () => {
  const event = stripe.events().at(-1);
  if (!event) throw new Error("no event");
  return event;
};

test("an event that is signed and unusable is refused as bad input", async () => {
  const viewer = await addMember();
  await subscribe(viewer);
  const event = newestEvent();
  const withObject = (object: unknown) => ({ ...event, id: "evt_bad", data: { object } });
  const known = await db.$count(stripeEvents);
  for (const unusable of [
    null,
    1,
    "text",
    [],
    {},
    { ...event, id: undefined },
    { ...event, id: "evt_\u0000" },
    { ...event, id: "e".repeat(300) },
    { ...event, type: 7 },
    { ...event, data: undefined },
    withObject(null),
    { ...withObject({}), type: "customer.subscription.updated" },
    { ...withObject({ id: "sub_1/../../customers" }), type: "customer.subscription.updated" },
    { ...withObject({ subscription: { id: 5 } }), type: "checkout.session.completed" },
    { ...withObject({ parent: { subscription_details: { subscription: [] } } }), type: "invoice.paid" },
    { ...withObject({ payment_intent: {} }), type: "charge.refunded" },
  ])
    await expect(
      handleStripeEvent(stripe.signText(JSON.stringify(unusable))),
      JSON.stringify(unusable),
    ).rejects.toMatchObject({ code: "invalid" });
  await expect(handleStripeEvent(stripe.signText("no json"))).rejects.toMatchObject({ code: "invalid" });
  expect(await db.$count(stripeEvents)).toBe(known);
});

test("1,000 events at once are handled a few at a time, and others do not wait for them", {
  tags: "release",
}, async () => {
  const viewer = await addMember();
  await subscribe(viewer);
  const event = newestEvent();
  stripe.maxAtOnce = 0;
  let handled = 0;
  const all = Array.from({ length: 1000 }, async (_, number) => {
    // Most say nothing about a subscription, as with other things in the same account.
    const type = number % 8 ? "customer.updated" : event.type;
    await handleStripeEvent({ ...stripe.sign({ ...event, id: `evt_many${number}`, type }), now: now() });
    handled += 1;
  });
  const other = await addMember();
  await subscribe(other);
  expect(handled, "another member's purchase was first").toBeLessThan(200);
  await Promise.all(all);
  expect(handled).toBe(1000);
  expect(stripe.maxAtOnce).toBeLessThan(10);
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
});

test("a subscription that Stripe no longer has is over, and events about it are done", async () => {
  const viewer = await addMember();
  const id = await subscribe(viewer);
  const event = newestEvent();
  const { paidUntil } = await membership(viewer);
  const gone = stripe.account.subscriptions.get(id);
  const price = stripe.account.prices.get(stripe.priceId);
  if (!gone || !price) throw new Error("no subscription");
  stripe.account.subscriptions.delete(id);
  // Another account's key knows none of them: that says nothing.
  stripe.account.prices.delete(stripe.priceId);
  await expect(receive({ ...event, id: "evt_other" })).rejects.toMatchObject({ code: "unavailable" });
  expect(await membership(viewer)).toMatchObject({ kind: "active" });
  stripe.account.prices.set(stripe.priceId, price);
  await receive({ ...event, id: "evt_gone" });
  expect(await membership(viewer)).toMatchObject({ kind: "ended", paidUntil });
  expect(await findPremiumStatus({ userId: viewer.id, now: now() })).toMatchObject({ isPremium: true });
  expect(await emailsTo(viewer)).toEqual(["premium-cancelled"]);
  expect(await db.select().from(stripeEvents).where(eq(stripeEvents.id, "evt_gone"))).toMatchObject([
    { processedAt: now() },
  ]);
  await receive({ ...event, id: "evt_gone_again" });
  await reconcileSubscriptions(new Date(now().getTime() + 2 * dayMs));
  // And one that was never known here.
  await receive({ ...event, id: "evt_never", data: { object: { ...gone, id: "sub_never" } } });
  expect(await db.select().from(subscriptions).where(eq(subscriptions.id, id))).toMatchObject([
    { status: "canceled", checkedAt: null },
  ]);
});
