import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { db, write } from "#db/client.ts";
import { disputes, receipts, settings, stripeCancellations, subscriptions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { randomFrom } from "#test/random.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { findPremiumStatus } from "../../server/find-premium-status.server.ts";
import { removeOldPaymentRecords } from "../receipts/receipts.server.ts";
import { refundPayment } from "../refunds/refund-payment.server.ts";
import { applyDispute } from "./apply-dispute.server.ts";
import { reconcileDisputes } from "./reconcile-disputes.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "disputes" });
const { stripe, now, subscribe, receive, receiveAll, runMinute, chargesOf } = site;
withDatabase();

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

let viewer: Viewer;
let charge: string;
beforeEach(async () => {
  stripe.account.disputes.clear();
  await write(async (tx) => {
    await tx.delete(disputes);
    await tx.delete(settings).where(eq(settings.key, "disputes_due"));
  });
  viewer = await addMember();
  site.skipEvents();
  charge = chargesOf(await subscribe(viewer))[0]?.id ?? "";
  await receiveAll();
});

const rows = () => db.select().from(disputes);
const isPremium = async () => (await findPremiumStatus({ userId: viewer.id, now: now() })).isPremium;

/** The daily reading, however long it is until then. */
async function readDaily(): Promise<void> {
  await reconcileDisputes(now());
  stripe.clock.advance(dayMs + hourMs);
  await reconcileDisputes(now());
}

test("a dispute has a row with its receipt, its reason and until when evidence is taken; then its end", async () => {
  for (const status of ["won", "lost"] as const) {
    viewer = await addMember();
    const [paid] = chargesOf(await subscribe(viewer));
    const { id } = stripe.dispute(paid?.id ?? "");
    const began = now();
    await receiveAll();
    const own = () => db.select().from(disputes).where(eq(disputes.id, id));
    const [receipt] = await db.select().from(receipts).where(eq(receipts.userId, viewer.id));
    expect(await own()).toMatchObject([
      {
        userId: viewer.id,
        receiptId: receipt?.id,
        amount: 550,
        reason: "fraudulent",
        status: "needs_response",
        evidenceDueAt: new Date(began.getTime() + 9 * dayMs),
        createdAt: began,
        closedAt: null,
      },
    ]);
    stripe.clock.advance(dayMs);
    stripe.answerDispute(id);
    await receiveAll();
    expect(await own()).toMatchObject([{ status: "under_review", closedAt: null }]);
    stripe.clock.advance(dayMs);
    stripe.closeDispute(id, status);
    await receiveAll();
    expect(await own()).toMatchObject([{ status, closedAt: now(), createdAt: began }]);
  }
});

test("events twice, in any order and at once lead to what Stripe says in the end", async () => {
  const first = stripe.events().length;
  const { id } = stripe.dispute(charge);
  stripe.clock.advance(dayMs);
  stripe.answerDispute(id);
  stripe.clock.advance(dayMs);
  stripe.closeDispute(id, "won");
  const events = stripe
    .events()
    .slice(first)
    .filter(({ type }) => type.startsWith("charge.dispute."));
  expect(events.map(({ type }) => type.slice("charge.dispute.".length))).toEqual([
    ...["created", "funds_withdrawn", "updated", "closed", "funds_reinstated"],
  ]);
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed);
    await write((tx) => tx.delete(disputes));
    // The program knows none of them: each has another id.
    const copies = [...events, ...events].map((event, at) => ({ ...event, id: `evt_${seed}_${at}` }));
    const order = copies.map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at);
    await Promise.all(order.map(({ event }) => receive(event)));
    for (const { event } of order) await receive(event);
    expect(await rows(), `seed ${seed}`).toMatchObject([{ id, status: "won", closedAt: now() }]);
  }
});

test("an answer that was asked for earlier and comes later is not written", async () => {
  const { id } = stripe.dispute(charge);
  await receiveAll();
  const held = stripe.hold(`GET /v1/disputes/${id}`);
  const early = applyDispute({ disputeId: id, now: now() });
  await held.arrived;
  stripe.closeDispute(id, "lost");
  await receiveAll();
  expect(await rows()).toMatchObject([{ status: "lost" }]);
  // What Stripe's answer to the early read says.
  const atStripe = stripe.account.disputes.get(id);
  if (atStripe) atStripe.status = "needs_response";
  held.release();
  await early;
  expect(await rows()).toMatchObject([{ status: "lost", closedAt: now() }]);
});

/** What Stripe says, the premium of its member, and whether it is over here. */
async function stateOf(id: string) {
  await runMinute();
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id));
  const due = row?.evidenceDueAt && (row.evidenceDueAt.getTime() - now().getTime()) / dayMs;
  return [row?.status, await isPremium(), row?.closedAt !== null, due && Math.round(due)];
}

test("an inquiry takes nothing, whatever is answered: premium and subscription go on", async () => {
  const { id } = stripe.dispute(charge, { isInquiry: true });
  expect(await stateOf(id)).toEqual(["warning_needs_response", true, false, 9]);
  stripe.answerDispute(id);
  expect(await stateOf(id)).toEqual(["warning_under_review", true, false, 9]);
  stripe.closeDispute(id, "warning_closed");
  expect(await stateOf(id)).toEqual(["warning_closed", true, true, 9]);
  expect(await db.$count(stripeCancellations)).toBe(0);
  const [live] = await db.select().from(subscriptions).where(eq(subscriptions.userId, viewer.id));
  expect(live).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
});

test("an inquiry that becomes a dispute takes the money; lost and appealed, it is open again", async () => {
  const { id } = stripe.dispute(charge, { isInquiry: true });
  await receiveAll();
  stripe.clock.advance(5 * dayMs);
  stripe.escalateDispute(id);
  expect(await stateOf(id)).toEqual(["needs_response", false, false, 9]);
  stripe.answerDispute(id);
  expect(await stateOf(id)).toEqual(["under_review", false, false, 9]);
  stripe.closeDispute(id, "lost");
  expect(await stateOf(id)).toEqual(["lost", false, true, 9]);
  stripe.clock.advance(3 * dayMs);
  stripe.offerAppeal(id);
  expect(await stateOf(id)).toEqual(["appeal_needs_response", false, false, 9]);
  stripe.answerDispute(id);
  expect(await stateOf(id)).toEqual(["appeal_under_review", false, false, 9]);
  stripe.closeDispute(id, "won");
  expect(await stateOf(id)).toEqual(["won", true, true, 9]);
});

test("a full refund ends an inquiry", async () => {
  const { id } = stripe.dispute(charge, { isInquiry: true });
  await receiveAll();
  const [receipt] = await db.select().from(receipts).where(eq(receipts.userId, viewer.id));
  const refund = { receiptId: receipt?.id ?? "", seen: 0, amount: 550, reason: "照会のため" };
  expect(await refundPayment({ ...refund, actor: operatorActor, now: now() })).toBe("done");
  expect(await stateOf(id)).toEqual(["warning_closed", false, true, 9]);
});

test("what no event told is read within a day, and premium follows", async () => {
  const { id } = stripe.dispute(charge);
  site.skipEvents();
  await readDaily();
  expect(await rows()).toMatchObject([{ id, userId: viewer.id, status: "needs_response" }]);
  expect(await isPremium()).toBe(false);
  // The subscription ends with it: nobody reads that any more.
  await runMinute();
  stripe.closeDispute(id, "won");
  site.skipEvents();
  await reconcileDisputes(now());
  expect(await rows()).toMatchObject([{ status: "needs_response" }]);
  await readDaily();
  expect(await rows()).toMatchObject([{ status: "won", closedAt: now() }]);
  expect(await isPremium()).toBe(true);
});

test("one that began long ago is read as long as it is open", async () => {
  const { id } = stripe.dispute(charge);
  await receiveAll();
  stripe.clock.advance(100 * dayMs);
  stripe.closeDispute(id, "lost");
  site.skipEvents();
  await readDaily();
  expect(await rows()).toMatchObject([{ status: "lost" }]);
});

test("one process reads a day, and again within hours when Stripe does not answer", async () => {
  await reconcileDisputes(now());
  const lists = () => stripe.requests.filter(({ path }) => path === "/v1/disputes").length;
  const before = lists();
  stripe.clock.advance(hourMs);
  await Promise.all([reconcileDisputes(now()), reconcileDisputes(now()), reconcileDisputes(now())]);
  await reconcileDisputes(now());
  expect(lists() - before).toBe(1);
  stripe.clock.advance(dayMs);
  stripe.failNext({ on: /^GET \/v1\/disputes/, answer: 503, times: 4 });
  await expect(reconcileDisputes(now())).rejects.toThrow();
  const failed = lists();
  stripe.clock.advance(hourMs);
  await reconcileDisputes(now());
  expect(lists() - failed).toBe(1);
});

test("a payment of another product and one that Stripe does not know are ignored", async () => {
  const other = await stripe.client().customers.create({ email: "other@example.com" });
  const { latest_invoice: invoice } = await stripe.client().subscriptions.create({
    customer: other.id,
    items: [{ price: stripe.priceId }],
    default_payment_method: "pm_card_visa",
    expand: ["latest_invoice"],
  });
  expect(invoice).not.toBeNull();
  const theirs = [...stripe.account.charges.values()].find(({ customer }) => customer === other.id);
  stripe.dispute(theirs?.id ?? "");
  await receiveAll();
  await readDaily();
  await applyDispute({ disputeId: "dp_unknown", now: now() });
  expect(await rows()).toEqual([]);
});

test("it outlives the account without the member, goes on being read, and goes with the papers", async () => {
  const { id } = stripe.dispute(charge);
  await receiveAll();
  await deleteAccount({ viewer });
  await runMinute();
  expect(await rows()).toMatchObject([{ id, userId: null, status: "needs_response" }]);
  stripe.closeDispute(id, "lost");
  await receiveAll();
  expect(await rows()).toMatchObject([{ userId: null, status: "lost" }]);
  await removeOldPaymentRecords(new Date(now().getTime() + 9 * 366 * dayMs));
  expect(await rows()).toEqual([]);
});

test("a dispute that comes after the account's end is there too", async () => {
  await deleteAccount({ viewer });
  await runMinute();
  stripe.dispute(charge);
  await receiveAll();
  expect(await rows()).toMatchObject([{ userId: null, status: "needs_response" }]);
});
