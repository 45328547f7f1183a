import { z } from "zod";
import type { StripeAccount } from "../account/account.ts";
import { findTestCard, testPaymentMethods } from "../account/cards.ts";
import { newCard } from "../account/new-payment-objects.ts";
import { newCustomer } from "../account/new-subscription-objects.ts";
import type * as Stored from "../account/objects.ts";
import { attach } from "../billing/payments.ts";
import { endSubscription, isOver } from "../billing/subscriptions.ts";
import { endpoint, mergeMetadata, required } from "./endpoint.ts";
import { cleared, flag, listParameters, metadata, parameters, text } from "./parameters.ts";
import { listPage } from "./render.ts";

const optionalText = z.union([cleared, text]).optional();

const customerParameters = {
  email: z.union([cleared, z.string().max(512)]).optional(),
  name: optionalText,
  description: optionalText,
  metadata,
  preferred_locales: z.array(text).optional(),
  payment_method: text.optional(),
  invoice_settings: z.strictObject({ default_payment_method: optionalText }).optional(),
};

export function findPaymentMethod(account: StripeAccount, id: string, param: string): Stored.PaymentMethod {
  const number = testPaymentMethods[id];
  const card = number && findTestCard(number);
  if (card) return newCard(account, card, null);
  return required(account.paymentMethods, "PaymentMethod", id, param);
}

function findCustomer(account: StripeAccount, id: string, param?: string): Stored.Customer {
  return required(account.customers, "customer", id, param);
}

function setDefaultCard(account: StripeAccount, customer: Stored.Customer, id: string | null): void {
  const method =
    id === null ? null : findPaymentMethod(account, id, "invoice_settings[default_payment_method]");
  if (method) attach(account, method, customer.id);
  customer.invoice_settings.default_payment_method = method?.id ?? null;
}

export const customerEndpoints = [
  endpoint("POST", "/v1/customers", parameters(customerParameters), ({ account }, o) => {
    const customer = newCustomer(account, {
      email: o.email ?? null,
      name: o.name ?? null,
      description: o.description ?? null,
      metadata: mergeMetadata({}, o.metadata),
    });
    customer.preferred_locales = o.preferred_locales ?? [];
    if (o.payment_method)
      attach(account, findPaymentMethod(account, o.payment_method, "payment_method"), customer.id);
    const card = o.invoice_settings?.default_payment_method;
    if (card) setDefaultCard(account, customer, card);
    account.emit("customer.created", customer);
    return customer;
  }),

  endpoint("GET", "/v1/customers", listParameters({ email: text.optional() }), ({ account, url }, o) =>
    listPage(
      [...account.customers.values()].filter((one) => o.email === undefined || one.email === o.email),
      o,
      url,
    ),
  ),

  endpoint("GET", "/v1/customers/:id", parameters({}), ({ account, id }) =>
    account.deletedCustomers.has(id) ? { id, object: "customer", deleted: true } : findCustomer(account, id),
  ),

  endpoint("POST", "/v1/customers/:id", parameters(customerParameters), ({ account, id }, o) => {
    const customer = findCustomer(account, id);
    if (o.email !== undefined) customer.email = o.email;
    if (o.name !== undefined) customer.name = o.name;
    if (o.description !== undefined) customer.description = o.description;
    if (o.preferred_locales) customer.preferred_locales = o.preferred_locales;
    customer.metadata = mergeMetadata(customer.metadata, o.metadata);
    const card = o.invoice_settings?.default_payment_method;
    if (card !== undefined) setDefaultCard(account, customer, card);
    account.emitIfChanged("customer.updated", customer);
    return customer;
  }),

  endpoint("DELETE", "/v1/customers/:id", parameters({}), ({ account, id }) => {
    const customer = findCustomer(account, id);
    for (const subscription of account.subscriptions.values())
      if (subscription.customer === id && !isOver(subscription))
        endSubscription(account, subscription, "cancellation_requested");
    account.customers.delete(id);
    account.deletedCustomers.add(id);
    account.emit("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  }),

  endpoint(
    "GET",
    "/v1/customers/:id/payment_methods",
    listParameters({ type: text.optional() }),
    (call, o) => {
      findCustomer(call.account, call.id);
      const own = [...call.account.paymentMethods.values()].filter((one) => one.customer === call.id);
      return listPage(own, o, call.url);
    },
  ),

  endpoint("GET", "/v1/payment_methods/:id", parameters({}), ({ account, id }) =>
    required(account.paymentMethods, "PaymentMethod", id),
  ),

  endpoint("POST", "/v1/payment_methods/:id/attach", parameters({ customer: text }), ({ account, id }, o) => {
    const method = findPaymentMethod(account, id, "id");
    attach(account, method, findCustomer(account, o.customer, "customer").id);
    return method;
  }),

  endpoint("GET", "/v1/prices/:id", parameters({}), ({ account, id }) =>
    required(account.prices, "price", id),
  ),

  endpoint(
    "GET",
    "/v1/prices",
    listParameters({ active: flag.optional(), product: text.optional() }),
    ({ account, url }, o) =>
      listPage(
        [...account.prices.values()].filter(
          (one) =>
            (o.active === undefined || one.active === o.active) &&
            (o.product === undefined || one.product === o.product),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/products/:id", parameters({}), ({ account, id }) =>
    required(account.products, "product", id),
  ),
];
