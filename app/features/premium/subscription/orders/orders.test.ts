import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { orders, purchases } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { confirmPayment } from "../purchase/confirm-payment.server.ts";
import { loadPremiumPage } from "../purchase/load-premium-page.server.ts";
import { startCheckout } from "../purchase/start-checkout.server.ts";
import { startPayment } from "../purchase/start-payment.server.ts";
import { removeOldPaymentRecords } from "../receipts/receipts.server.ts";
import { recoverPurchases } from "../server/reconcile-subscriptions.server.ts";
import { composeOrderScreen, hashOfScreen } from "./order-screen.server.ts";
import { listOrders } from "./orders.server.ts";

const at = new Date("2027-01-15T03:00:00Z");
const { stripe, now, receiveAll } = await startStripeForMembers({ at, seed: "orders" });
withDatabase();

let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
});

/** What `/premium` shows the viewer. */
async function shown() {
  const page = await loadPremiumPage({ viewer, now: now() });
  if ("path" in page || !page.order) throw new Error("nothing is sold");
  return { screen: page.screen, screenHash: page.order.screenHash };
}

const pay = (screenHash?: string) =>
  startPayment({ viewer, email: viewer.email, name: viewer.name, screenHash, now: now() });
const ownOrders = () => listOrders({ userId: viewer.id });

test("a text that changes takes a new version, of which these are the hashes", () => {
  const { screen } = composeOrderScreen({ startsAt: null });
  const hashes = [null, "2027年2月1日"].map((startsAt) => composeOrderScreen({ startsAt }).hash.slice(0, 12));
  expect([screen.version, ...hashes]).toEqual(["2026-11-28", "ca32e64e7165", "8a406c3bea23"]);
});

test("by card: what was shown is stored once the order is one, once however often Stripe says so", async () => {
  const { screen, screenHash } = await shown();
  const { clientSecret } = await pay(screenHash);
  expect(await ownOrders()).toEqual([]);
  stripe.pay(clientSecret);
  await confirmPayment({ viewer, now: now() });
  await receiveAll();
  await confirmPayment({ viewer, now: now() });
  expect(await ownOrders()).toEqual([
    {
      id: expect.any(String),
      method: "card_form",
      isShown: true,
      clickedAt: "2027/01/15 12:00",
      orderedAt: "2027/01/15 12:00",
      hash: screenHash,
      screen,
    },
  ]);
  expect(hashOfScreen(JSON.stringify(screen))).toBe(screenHash);
});

test("by Checkout: the copy is stored by the webhook alone, and Stripe's page says the conditions too", async () => {
  const { screen, screenHash } = await shown();
  const { url } = await startCheckout({ viewer, screenHash, now: now() });
  const page = await (await fetch(url)).text();
  for (const { text } of screen.conditions) expect(page).toContain(text);
  expect(stripe.payCheckout(url)).toBe("complete");
  await receiveAll();
  expect(await ownOrders()).toMatchObject([{ method: "checkout", isShown: true, hash: screenHash, screen }]);
});

test("an order from another screen is refused before anything begins; a program's says that it saw none", async () => {
  const { hash } = composeOrderScreen({ startsAt: "2027年2月1日" });
  await expect(pay(hash)).rejects.toThrow(Conflict);
  await expect(startCheckout({ viewer, screenHash: hash, now: now() })).rejects.toThrow(Conflict);
  const { screen } = await shown();
  expect(await db.$count(purchases, eq(purchases.userId, viewer.id))).toBe(0);
  const { clientSecret } = await pay();
  stripe.pay(clientSecret);
  await confirmPayment({ viewer, now: now() });
  expect(await ownOrders()).toMatchObject([{ isShown: false, screen }]);
});

test("an order that only the recovery finds, a day later, has its copy", async () => {
  const { screenHash } = await shown();
  const { clientSecret } = await pay(screenHash);
  stripe.pay(clientSecret);
  await recoverPurchases(new Date(now().getTime() + 26 * 60 * 60 * 1000));
  expect(await ownOrders()).toMatchObject([{ hash: screenHash }]);
});

test("copies outlive the account, and are removed when no law wants them", async () => {
  const { clientSecret } = await pay((await shown()).screenHash);
  stripe.pay(clientSecret);
  await confirmPayment({ viewer, now: now() });
  const [order] = await ownOrders();
  await deleteAccount({ viewer });
  const row = () =>
    db
      .select()
      .from(orders)
      .where(eq(orders.id, order?.id ?? ""));
  await removeOldPaymentRecords(new Date("2035-04-14T03:00:00Z"));
  expect(await row()).toMatchObject([{ userId: null, hash: order?.hash }]);
  await removeOldPaymentRecords(new Date("2035-04-15T03:00:00Z"));
  expect(await row()).toEqual([]);
});
