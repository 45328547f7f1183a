import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { startStripe } from "#test/stripe/server.ts";
import { checkPrice, isPaymentConfigured, requirePayment } from "./is-payment-configured.server.ts";

// isolated: the settings name a Stripe of this file's own.
test("a price that is not the one of this site is not sold; without an answer that is unknown", async () => {
  expect(isPaymentConfigured()).toBe(false);
  await expect(requirePayment()).rejects.toMatchObject({ code: "not_implemented" });
  const stripe = await startStripe();
  Object.assign(environment(), stripe.settings);
  const price = stripe.account.prices.get(stripe.priceId);
  if (!price) throw new Error("no price");
  stripe.failNext({ answer: 500, times: 4 });
  await expect(requirePayment()).rejects.toMatchObject({ code: "unavailable" });
  await requirePayment();
  for (const wrong of [
    { unit_amount: 55_000 },
    { currency: "usd" },
    { tax_behavior: "exclusive" as const },
    { active: false },
    { recurring: price.recurring && { ...price.recurring, interval: "year" as const } },
  ]) {
    const id = stripe.account.newId("price");
    stripe.account.prices.set(id, { ...price, ...wrong, id });
    environment().STRIPE_PRICE_ID = id;
    await checkPrice();
    expect(isPaymentConfigured(), JSON.stringify(wrong)).toBe(false);
    await expect(requirePayment()).rejects.toMatchObject({ code: "not_implemented" });
  }
  await stripe.close();
});
