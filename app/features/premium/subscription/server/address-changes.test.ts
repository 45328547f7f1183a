import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { signInWithGoogle } from "#app/features/accounts/sign-in/server/open-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { db } from "#db/client.ts";
import { stripeAddressChanges, stripeCancellations } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { runDueAddressChanges } from "./address-changes.server.ts";
import { runDueCancellations } from "./cancellations.server.ts";

const site = await startStripeForMembers({ at: new Date(), seed: "address-changes" });
const { stripe, subscribe } = site;
withDatabase();

const minuteMs = 60_000;
let viewer: Viewer;
beforeEach(async () => {
  viewer = await addMember();
  await updateUser(viewer.id, { provider: "google", subject: viewer.id });
  site.skipEvents();
  stripe.failNoMore();
});

/** Who signs in with Google has the address there. */
const signInAs = (email: string) =>
  signInWithGoogle({
    identity: { subject: viewer.id, email, name: "名前", picture: null },
    invitationCode: null,
  });
const tell = (laterMs = 0) => runDueAddressChanges(new Date(Date.now() + minuteMs + laterMs));
const waiting = () => db.$count(stripeAddressChanges);

async function subscribed() {
  const id = await subscribe(viewer);
  const customer = stripe.account.customers.get(stripe.account.subscriptions.get(id)?.customer ?? "");
  if (!customer) throw new Error("no customer");
  expect(customer.email).toBe(viewer.email);
  return customer;
}

test("an address that a sign-in has changed reaches Stripe before the next renewal, also after Stripe was away", async () => {
  const customer = await subscribed();
  stripe.failNext({ answer: 500, times: 9 });
  await signInAs("first@example.com");
  await tell();
  expect(customer.email).toBe(viewer.email);
  expect(await waiting()).toBe(1);
  await signInAs("second@example.com");
  stripe.failNoMore();
  await tell();
  expect(customer.email).toBe("second@example.com");
  expect(await waiting()).toBe(0);
});

test("a change during the call is told as well", async () => {
  const customer = await subscribed();
  await signInAs("first@example.com");
  const held = stripe.hold(`POST /v1/customers/${customer.id}`);
  const telling = tell();
  await held.arrived;
  await signInAs("second@example.com");
  held.release();
  await telling;
  expect(customer.email).toBe("first@example.com");
  await tell();
  expect(customer.email).toBe("second@example.com");
  expect(await waiting()).toBe(0);
});

test("an address that the member chose for receipts at Stripe stays", async () => {
  const customer = await subscribed();
  await stripe.client().customers.update(customer.id, { email: "receipts@example.com" });
  await signInAs("new@example.com");
  await tell();
  expect(customer.email).toBe("receipts@example.com");
  expect(await waiting()).toBe(0);
});

test("nothing waits without a purchase, or once the account is gone, whose contract ends", async () => {
  await signInAs("early@example.com");
  expect(await waiting()).toBe(0);
  viewer = { ...viewer, email: "early@example.com" };
  const customer = await subscribed();
  await signInAs("late@example.com");
  expect(await waiting()).toBe(1);
  await deleteAccount({ viewer });
  await tell();
  await runDueCancellations(new Date(Date.now() + minuteMs));
  expect(customer.email).toBe("early@example.com");
  expect(await waiting()).toBe(0);
  expect(await db.$count(stripeCancellations)).toBe(0);
});
