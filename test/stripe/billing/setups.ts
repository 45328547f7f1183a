import type { StripeAccount } from "../account/account.ts";
import type * as Stored from "../account/objects.ts";
import { toJson } from "../account/objects.ts";
import { badRequest, StripeRefusal } from "../api/errors.ts";
import { attach } from "./payments.ts";

const notAuthenticated = {
  code: "setup_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** Saves a card for later payments: `succeeded`, `requires_action` (3-D Secure), or 402. */
export function confirmSetup(
  account: StripeAccount,
  intent: Stored.SetupIntent,
  method: Stored.PaymentMethod,
): void {
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw badRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  const card = account.cards.get(method.id);
  intent.payment_method = method.id;
  if (card?.threeDSecure) {
    intent.status = "requires_action";
    intent.next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "stripe_3ds2_challenge" } };
    account.emit("setup_intent.requires_action", intent);
    return;
  }
  if (card?.decline) {
    fail(account, intent, method, { ...card.decline, type: "card_error" });
    throw new StripeRefusal(402, {
      ...card.decline,
      type: "card_error",
      setup_intent: toJson(intent),
      payment_method: method,
    });
  }
  succeed(account, intent, method);
}

export function finishSetup(
  account: StripeAccount,
  intent: Stored.SetupIntent,
  isAuthenticated: boolean,
): void {
  const method = account.paymentMethods.get(String(intent.payment_method));
  if (intent.status !== "requires_action" || !method)
    throw badRequest("This SetupIntent waits for no authentication.", {
      code: "setup_intent_unexpected_state",
    });
  if (isAuthenticated) succeed(account, intent, method);
  else fail(account, intent, method, { ...notAuthenticated, type: "invalid_request_error" });
}

function succeed(account: StripeAccount, intent: Stored.SetupIntent, method: Stored.PaymentMethod): void {
  intent.status = "succeeded";
  intent.next_action = null;
  intent.last_setup_error = null;
  attach(account, method, intent.customer);
  account.emit("setup_intent.succeeded", intent);
  for (const subscription of account.subscriptions.values()) {
    if (subscription.pending_setup_intent !== intent.id) continue;
    subscription.pending_setup_intent = null;
    subscription.default_payment_method = method.id;
    account.emit("customer.subscription.updated", subscription);
  }
}

function fail(
  account: StripeAccount,
  intent: Stored.SetupIntent,
  method: Stored.PaymentMethod,
  error: NonNullable<Stored.SetupIntent["last_setup_error"]>,
): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_setup_error = { ...error, payment_method: method };
  account.emit("setup_intent.setup_failed", intent);
}
