import { z } from "zod";
import type { StripeAccount } from "../account/account.ts";
import { findTestCard } from "../account/cards.ts";
import { newCard } from "../account/new-payment-objects.ts";
import type * as Stored from "../account/objects.ts";
import { paymentOutcome } from "../billing/invoices.ts";
import { attemptPayment, cardRefusal, finishAuthentication, refundCharge } from "../billing/payments.ts";
import { confirmSetup, finishSetup } from "../billing/setups.ts";
import { invoiceOutcome } from "../billing/subscriptions.ts";
import { endpoint, mergeMetadata, required } from "./endpoint.ts";
import { badRequest, missing, StripeRefusal } from "./errors.ts";
import { integer, listParameters, metadata, parameters, text } from "./parameters.ts";
import { listPage } from "./render.ts";

/** Its key, and the secret of the one payment it may see. */
const fromBrowser = { key: text.optional(), client_secret: text.optional() };

const typedCard = z.strictObject({
  type: z.literal("card"),
  card: z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text }),
});

function requireSecret(
  intent: { id: string; client_secret: string | null },
  o: { key?: string | undefined; client_secret?: string | undefined },
  noun: string,
) {
  if ((o.key || o.client_secret) && o.client_secret !== intent.client_secret)
    throw missing(noun, intent.id, "intent");
}

const createdIn = z
  .strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  })
  .optional();

const isIn = ({ created }: { created: number }, range: z.output<typeof createdIn>): boolean =>
  created > (range?.gt ?? -1) &&
  created >= (range?.gte ?? 0) &&
  created < (range?.lt ?? Infinity) &&
  created <= (range?.lte ?? Infinity);

/** The typed card; throws 402 with the number's fault. */
export function readCard(account: StripeAccount, o: z.output<typeof typedCard>): Stored.PaymentMethod {
  const behavior = findTestCard(o.card.number);
  if (!behavior)
    throw new StripeRefusal(402, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is incorrect.",
      param: "number",
    });
  const ends = Date.UTC(o.card.exp_year < 100 ? 2000 + o.card.exp_year : o.card.exp_year, o.card.exp_month);
  if (o.card.exp_month < 1 || o.card.exp_month > 12 || ends <= account.clock.ms)
    throw new StripeRefusal(402, {
      type: "card_error",
      code: "invalid_expiry_year",
      message: "Your card's expiration year is invalid.",
      param: "exp_year",
    });
  return newCard(account, behavior, null);
}

const confirmation = parameters({
  ...fromBrowser,
  payment_method_data: typedCard.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  off_session: text.optional(),
});

const authentication = z.strictObject({ client_secret: text, succeeds: z.enum(["true", "false"]) });

function findCharge(
  account: StripeAccount,
  o: { charge?: string | undefined; payment_intent?: string | undefined },
) {
  if (o.charge) return required(account.charges, "charge", o.charge, "charge");
  if (!o.payment_intent)
    throw badRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const intent = required(account.paymentIntents, "payment_intent", o.payment_intent, "payment_intent");
  const charge = account.charges.get(intent.latest_charge ?? "");
  if (!charge?.paid)
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: "payment_intent_unexpected_state",
      param: "payment_intent",
    });
  return charge;
}

export const paymentEndpoints = [
  endpoint(
    "GET",
    "/v1/payment_intents/:id",
    parameters(fromBrowser),
    ({ account, id }, o) => {
      const intent = required(account.paymentIntents, "payment_intent", id, "intent");
      requireSecret(intent, o, "payment_intent");
      return intent;
    },
    { isForBrowsers: true },
  ),

  endpoint(
    "POST",
    "/v1/payment_intents/:id/confirm",
    confirmation,
    ({ account, id }, o) => {
      const intent = required(account.paymentIntents, "payment_intent", id, "intent");
      requireSecret(intent, o, "payment_intent");
      const method = o.payment_method_data
        ? readCard(account, o.payment_method_data)
        : required(account.paymentMethods, "PaymentMethod", o.payment_method ?? "", "payment_method");
      const outcome = paymentOutcome(account, invoiceOutcome(account));
      attemptPayment(account, intent, method, { isAway: o.off_session === "true", outcome });
      if (intent.last_payment_error) throw cardRefusal(intent);
      return intent;
    },
    { isForBrowsers: true },
  ),

  // Not Stripe's: there the bank's page tells the challenge's end.
  endpoint(
    "POST",
    "/v3/authenticate/payment/:id",
    authentication,
    ({ account, id }, o) => {
      const intent = required(account.paymentIntents, "payment_intent", id, "intent");
      requireSecret(intent, o, "payment_intent");
      finishAuthentication(account, intent, {
        isAuthenticated: o.succeeds === "true",
        outcome: paymentOutcome(account, invoiceOutcome(account)),
      });
      return intent;
    },
    { isForBrowsers: true },
  ),

  endpoint(
    "GET",
    "/v1/setup_intents/:id",
    parameters(fromBrowser),
    ({ account, id }, o) => {
      const intent = required(account.setupIntents, "setup_intent", id, "intent");
      requireSecret(intent, o, "setup_intent");
      return intent;
    },
    { isForBrowsers: true },
  ),

  endpoint(
    "POST",
    "/v1/setup_intents/:id/confirm",
    confirmation,
    ({ account, id }, o) => {
      const intent = required(account.setupIntents, "setup_intent", id, "intent");
      requireSecret(intent, o, "setup_intent");
      const method = o.payment_method_data
        ? readCard(account, o.payment_method_data)
        : required(account.paymentMethods, "PaymentMethod", o.payment_method ?? "", "payment_method");
      confirmSetup(account, intent, method);
      return intent;
    },
    { isForBrowsers: true },
  ),

  endpoint(
    "POST",
    "/v3/authenticate/setup/:id",
    authentication,
    ({ account, id }, o) => {
      const intent = required(account.setupIntents, "setup_intent", id, "intent");
      requireSecret(intent, o, "setup_intent");
      finishSetup(account, intent, o.succeeds === "true");
      return intent;
    },
    { isForBrowsers: true },
  ),

  endpoint(
    "GET",
    "/v1/payment_intents",
    listParameters({ customer: text.optional() }),
    ({ account, url }, o) =>
      listPage(
        [...account.paymentIntents.values()].filter(
          (one) => o.customer === undefined || one.customer === o.customer,
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/charges/:id", parameters({}), ({ account, id }) =>
    required(account.charges, "charge", id),
  ),

  endpoint(
    "GET",
    "/v1/charges",
    listParameters({ customer: text.optional(), payment_intent: text.optional() }),
    ({ account, url }, o) =>
      listPage(
        [...account.charges.values()].filter(
          (one) =>
            (o.customer === undefined || one.customer === o.customer) &&
            (o.payment_intent === undefined || one.payment_intent === o.payment_intent),
        ),
        o,
        url,
      ),
  ),

  endpoint(
    "POST",
    "/v1/refunds",
    parameters({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      metadata,
    }),
    ({ account }, o) =>
      refundCharge(account, findCharge(account, o), {
        amount: o.amount,
        reason: o.reason ?? null,
        metadata: mergeMetadata({}, o.metadata),
      }),
  ),

  endpoint("GET", "/v1/refunds/:id", parameters({}), ({ account, id }) =>
    required(account.refunds, "refund", id),
  ),

  endpoint(
    "GET",
    "/v1/refunds",
    listParameters({ charge: text.optional(), payment_intent: text.optional() }),
    ({ account, url }, o) =>
      listPage(
        [...account.refunds.values()].filter(
          (one) =>
            (o.charge === undefined || one.charge === o.charge) &&
            (o.payment_intent === undefined || one.payment_intent === o.payment_intent),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/disputes/:id", parameters({}), ({ account, id }) =>
    required(account.disputes, "dispute", id),
  ),

  endpoint(
    "GET",
    "/v1/disputes",
    listParameters({ charge: text.optional(), payment_intent: text.optional(), created: createdIn }),
    ({ account, url }, o) =>
      listPage(
        [...account.disputes.values()].filter(
          (one) =>
            (o.charge === undefined || one.charge === o.charge) &&
            (o.payment_intent === undefined || one.payment_intent === o.payment_intent) &&
            isIn(one, o.created),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/events/:id", parameters({}), ({ account, id }) =>
    required(account.events, "event", id),
  ),

  endpoint(
    "GET",
    "/v1/events",
    listParameters({
      type: text.optional(),
      types: z.array(text).max(20).optional(),
      created: createdIn,
    }),
    ({ account, url }, o) =>
      listPage(
        [...account.events.values()].filter(
          (one) =>
            (o.type === undefined || one.type === o.type) &&
            (o.types === undefined || o.types.includes(one.type)) &&
            isIn(one, o.created),
        ),
        o,
        url,
      ),
  ),
];
