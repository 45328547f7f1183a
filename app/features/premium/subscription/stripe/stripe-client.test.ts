import { expect, test, vi } from "vitest";
import { logger } from "#app/logger.server.ts";
import { withSettings } from "#test/settings.ts";
import { startStripe } from "#test/stripe/server.ts";
import { callStripe } from "./stripe-client.server.ts";

const stripe = await startStripe({ seed: "client" });
withSettings(stripe.settings);

test("a notice of Stripe's to developers is logged, and nothing is written to stderr", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const logged = vi.spyOn(logger, "info");
  stripe.notice = "This key expires soon.";
  await callStripe((client) => client.prices.retrieve(stripe.priceId));
  expect(warned).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledWith({ notice: "This key expires soon." }, "Stripe notice");
  logged.mockClear();
  stripe.notice = null;
  await callStripe((client) => client.prices.retrieve(stripe.priceId));
  expect(logged).not.toHaveBeenCalled();
  await stripe.close();
});
