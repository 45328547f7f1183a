import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { receipts } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { confirmPayment } from "../purchase/confirm-payment.server.ts";
import { refundPayment } from "../refunds/refund-payment.server.ts";
import { checkPrice, isPaymentConfigured } from "../stripe/is-payment-configured.server.ts";
import { usedStripeOrigins } from "../stripe/stripe-origins.server.ts";
import { subscriptionUpkeep } from "./reconcile-subscriptions.server.ts";

// isolated: remembers the price as a wrong one.
const { stripe, subscribe } = await startStripeForMembers({ at: new Date(), seed: "unsold" });
withDatabase();

/** The operator archives the price at Stripe, and the server starts anew. */
async function stopSelling(): Promise<void> {
  const price = stripe.account.prices.get(stripe.priceId);
  if (!price) throw new Error("no price");
  const id = stripe.account.newId("price");
  for (const archived of [{ ...price, id }, price]) {
    stripe.account.prices.set(archived.id, { ...archived, active: false });
    environment().STRIPE_PRICE_ID = archived.id;
    await checkPrice();
  }
}

test("where premium is not sold any more, what was bought goes on, can be refunded, and ends with its account", async () => {
  const [leaving, staying] = [await addMember(), await addMember()];
  const id = await subscribe(leaving);
  await subscribe(staying);
  await stopSelling();
  expect(isPaymentConfigured()).toBe(false);

  await deleteAccount({ viewer: leaving });
  for (const step of subscriptionUpkeep) await step();
  expect(stripe.account.subscriptions.get(id)?.status).toBe("canceled");
  expect((await confirmPayment({ viewer: staying })).state).toBe("paid");
  const [receipt] = await db.select().from(receipts).where(eq(receipts.userId, staying.id));
  const refund = { receiptId: receipt?.id ?? "", seen: 0, amount: 100, reason: "二重のお支払い" };
  expect(await refundPayment({ ...refund, actor })).toBe("done");
  // Without them the browser stops the form that opens the customer portal.
  expect(usedStripeOrigins()?.pages).toEqual([stripe.origin]);
});
