import { expect } from "vitest";
import { z } from "zod";
import { addMember } from "../../database.ts";
import { server } from "../../servers/google-sign-in.ts";
import { call, signedIn, stripe, visitor } from "./callers.ts";

export async function callPremium(): Promise<void> {
  const payer = await addMember({ name: "払う人" });
  const browser = await signedIn(payer);
  expect(await call(visitor(), "GET /api/debug/session")).toEqual({ authenticated: false, userId: null });
  expect(await call(browser, "GET /api/debug/session")).toEqual({ authenticated: true, userId: payer.id });
  await call(browser, "POST /api/create-payment-intent", { email: "nobody" }, 400);
  const { clientSecret } = z
    .object({ clientSecret: z.string() })
    .parse(
      await call(browser, "POST /api/create-payment-intent", { email: "pay@example.com", name: "山田" }),
    );
  await call(browser, "POST /api/user/upgrade-premium", {}, 409);
  expect(stripe.pay(clientSecret)).toBe("succeeded");
  await call(browser, "POST /api/user/upgrade-premium", {});
  await call(browser, "POST /api/create-payment-intent", {}, 409);
  for (const change of ["pause", "resume", "cancel", "reactivate", "portal"])
    await call(browser, `POST /api/premium/${change}`);
  await call(browser, "POST /api/premium/reactivate", undefined, 409);
  stripe.failNext({ answer: 503, times: 4 });
  await call(browser, "POST /api/premium/portal", undefined, 503);

  // Stripe's webhook: no call of a member's, and not in the document.
  const address = `${server.origin}/webhooks/stripe`;
  const events = stripe.events();
  expect(new Set(await stripe.deliver(events, address))).toEqual(new Set([200]));
  const post = (body: string, signature: string) =>
    fetch(address, { method: "POST", body, headers: { "Stripe-Signature": signature } });
  const [event] = events;
  if (!event) throw new Error("no event");
  const { payload, signature } = stripe.sign(event);
  expect((await post(`${payload} `, signature)).status).toBe(400);
  expect((await post(payload, "t=1,v1=00")).status).toBe(400);
  expect((await post("x".repeat(300_000), signature)).status).toBe(413);
  for (const secret of [
    stripe.secretKey,
    stripe.webhookSecret,
    clientSecret,
    "pay@example.com",
    "4242424242424242",
    signature.split("v1=")[1] ?? "",
  ])
    expect(server.output()).not.toContain(secret);
}
