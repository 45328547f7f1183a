import { z } from "zod";
import { finalizeInvoice, payInvoice, subscriptionOf, voidInvoice } from "../billing/invoices.ts";
import { invoiceOutcome } from "../billing/subscriptions.ts";
import { findPaymentMethod } from "./customer-endpoints.ts";
import { endpoint, required } from "./endpoint.ts";
import { badRequest } from "./errors.ts";
import { flag, listParameters, parameters, text } from "./parameters.ts";
import { listPage } from "./render.ts";

export const invoiceEndpoints = [
  endpoint(
    "GET",
    "/v1/invoices",
    listParameters({
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
    }),
    ({ account, url }, o) =>
      listPage(
        [...account.invoices.values()].filter(
          (one) =>
            (o.customer === undefined || one.customer === o.customer) &&
            (o.subscription === undefined || subscriptionOf(account, one)?.id === o.subscription) &&
            (o.status === undefined || one.status === o.status),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/invoices/:id", parameters({}), ({ account, id }) =>
    required(account.invoices, "invoice", id),
  ),

  endpoint(
    "POST",
    "/v1/invoices/:id/pay",
    parameters({
      payment_method: text.optional(),
      paid_out_of_band: flag.optional(),
      off_session: flag.optional(),
    }),
    ({ account, id }, o) => {
      const invoice = required(account.invoices, "invoice", id);
      payInvoice(account, invoice, {
        isOutOfBand: o.paid_out_of_band ?? false,
        isAway: o.off_session ?? true,
        outcome: invoiceOutcome(account),
        ...(o.payment_method && {
          method: findPaymentMethod(account, o.payment_method, "payment_method").id,
        }),
      });
      return invoice;
    },
  ),

  endpoint("POST", "/v1/invoices/:id/finalize", parameters({}), ({ account, id }) => {
    const invoice = required(account.invoices, "invoice", id);
    finalizeInvoice(account, invoice, invoiceOutcome(account));
    return invoice;
  }),

  endpoint("POST", "/v1/invoices/:id/void", parameters({}), ({ account, id }) => {
    const invoice = required(account.invoices, "invoice", id);
    if (invoice.status === "draft")
      throw badRequest("You can only pass in open invoices. This invoice isn't open.", {
        code: "status_transition_invalid",
      });
    voidInvoice(account, invoice);
    return invoice;
  }),

  endpoint("POST", "/v1/invoices/:id/mark_uncollectible", parameters({}), ({ account, id }) => {
    const invoice = required(account.invoices, "invoice", id);
    if (invoice.status !== "open")
      throw badRequest("You can only pass in open invoices. This invoice isn't open.", {
        code: "status_transition_invalid",
      });
    invoice.status = "uncollectible";
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.marked_uncollectible_at = account.clock.now;
    account.emit("invoice.marked_uncollectible", invoice);
    return invoice;
  }),

  endpoint(
    "GET",
    "/v1/invoice_payments",
    listParameters({
      invoice: text.optional(),
      payment: z
        .strictObject({ type: z.enum(["payment_intent", "payment_record"]), payment_intent: text.optional() })
        .optional(),
      status: z.enum(["canceled", "open", "paid"]).optional(),
    }),
    ({ account, url }, o) =>
      listPage(
        [...account.invoicePayments.values()].filter(
          (one) =>
            (o.invoice === undefined || one.invoice === o.invoice) &&
            (o.payment === undefined || one.payment.payment_intent === o.payment.payment_intent) &&
            (o.status === undefined || one.status === o.status),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/invoice_payments/:id", parameters({}), ({ account, id }) =>
    required(account.invoicePayments, "invoice_payment", id),
  ),
];
