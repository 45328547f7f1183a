import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { startStripe } from "#test/stripe/server.ts";
import { grantPremium } from "../../server/grant-premium.server.ts";
import { loadPremiumPage } from "./load-premium-page.server.ts";
import { loadPurchaseResult } from "./load-purchase-result.server.ts";
import { startPayment } from "./start-payment.server.ts";

const stripe = await startStripe({ seed: "pages" });
withSettings(stripe.settings);
withDatabase();

let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
});

const begin = () => startPayment({ viewer, email: viewer.email, name: viewer.name });

test("the offer can be ordered by approved members alone", async () => {
  expect(await loadPremiumPage({ viewer: null })).toMatchObject({ order: null, notices: [] });
  expect(await loadPremiumPage({ viewer: { ...viewer, state: "pending" } })).toMatchObject({
    order: null,
    notices: [{ link: { to: "/pending-approval" } }],
  });
  expect(await loadPremiumPage({ viewer })).toMatchObject({
    order: { orderLabel: "月額550円で申し込む", scriptUrl: `${stripe.origin}/v3/stripe.js` },
    notices: [],
  });
});

test("a grant is followed by a subscription in its last 7 days, from its end on", async () => {
  await grantPremium({ actor: operatorActor, userId: viewer.id, days: 8 });
  expect(await loadPremiumPage({ viewer: { ...viewer, isPremium: true } })).toEqual({ path: "/" });
  const end = formatDate(await grantPremium({ actor: operatorActor, userId: viewer.id, days: 6 }));
  const page = await loadPremiumPage({ viewer: { ...viewer, isPremium: true } });
  expect(page).toMatchObject({ order: { orderLabel: `${end}から月額550円で申し込む` } });
  expect(JSON.stringify(page)).toContain(`${end}に最初の550円`);
});

test("an address gives nothing: who has bought nothing is led to the offer", async () => {
  expect(await loadPurchaseResult({ viewer, status: null })).toEqual({ path: "/premium" });
  expect(await loadPurchaseResult({ viewer, status: "succeeded" })).toEqual({ state: "unpaid" });
  expect(await loadPurchaseResult({ viewer, status: "processing" })).toEqual({ state: "processing" });
});

test("a failing Stripe is a warning after a payment, and else says that nothing is known", async () => {
  const { clientSecret } = await begin();
  expect(await loadPurchaseResult({ viewer, status: "failed" })).toEqual({ state: "unpaid" });
  stripe.failNext({ answer: 429 });
  expect(await loadPurchaseResult({ viewer, status: null })).toEqual({ state: "unknown" });
  stripe.pay(clientSecret);
  stripe.failNext({ answer: 429 });
  expect(await loadPurchaseResult({ viewer, status: "succeeded" })).toEqual({ state: "failed" });
  // Applied; the next request knows.
  expect(await loadPurchaseResult({ viewer, status: "succeeded" })).toEqual({ path: "/premium-success" });
  const premium = { ...viewer, isPremium: true };
  expect(await loadPurchaseResult({ viewer: premium, status: null })).toEqual({ state: "paid" });
  expect(await loadPremiumPage({ viewer: premium })).toEqual({ path: "/" });
});
