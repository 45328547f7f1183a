import type { Page } from "@playwright/test";
import type { StripeDouble } from "#test/stripe/double.ts";
import { startStripe } from "#test/stripe/server.ts";
import { test as base, expect, signIn } from "../site.ts";

export { expect };

/** A site that sells premium through a Stripe of the test's own. */
export const test = base.extend<{ webhooks: undefined }, { stripe: StripeDouble }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  settings: async ({ stripe }, use) => use(stripe.settings),
  webhooks: [
    async ({ stripe, server }, use) => {
      stripe.sendWebhooksTo(`${server.origin}/webhooks/stripe`);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Signs in a new member who pays already, with the card of this number. */
export async function signInAsPayer(page: Page, stripe: StripeDouble, card?: string): Promise<void> {
  await signIn(page);
  const begun = await page.request.post("/api/create-payment-intent", { data: {} });
  const { clientSecret } = await begun.json();
  const status = stripe.pay(clientSecret, card);
  expect(status === "requires_action" ? stripe.authenticate(clientSecret) : status).toBe("succeeded");
  expect((await page.request.post("/api/user/upgrade-premium", { data: {} })).status()).toBe(200);
}

/** Fills in a card, in Stripe's frame or on its page. */
export async function fillCard(fields: Pick<Page, "getByLabel">, number: string): Promise<void> {
  await fields.getByLabel("カード番号").fill(number);
  await fields.getByLabel("有効期限").fill("12/34");
  await fields.getByLabel("セキュリティコード").fill("123");
}

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  threeDSecure: "4000002500003155",
} as const;
