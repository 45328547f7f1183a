import type { StripeAccount } from "../account/account.ts";
import { toJson } from "../account/objects.ts";
import { badRequest } from "./errors.ts";

type Json = Record<string, unknown>;

/** A page of a list, as Stripe wraps it. */
interface ListEnvelope {
  object: "list";
  data: { id: string }[];
  has_more: boolean;
  url: string;
}

/** The page that the cursors ask for, newest first; `objects` are oldest first. */
export function listPage<Item extends { id: string; object: string }>(
  objects: Iterable<Item>,
  query: { limit: number; starting_after?: string | undefined; ending_before?: string | undefined },
  url: string,
): ListEnvelope {
  const newest = [...objects].reverse();
  const cursor = query.starting_after ?? query.ending_before;
  const at = newest.findIndex((one) => one.id === cursor);
  if (cursor !== undefined && at < 0)
    throw badRequest(`No such object: '${cursor}'`, {
      code: "resource_missing",
      param: query.starting_after ? "starting_after" : "ending_before",
    });
  const candidates = query.ending_before ? newest.slice(0, at).reverse() : newest.slice(at + 1);
  const page = candidates.slice(0, query.limit);
  return {
    object: "list",
    data: query.ending_before ? page.reverse() : page,
    has_more: candidates.length > page.length,
    url,
  };
}

/** Present only with `expand`. */
const includable: Record<string, Record<string, (account: StripeAccount, id: string) => unknown>> = {
  invoice: {
    confirmation_secret: (account, id) => {
      const payment = [...account.invoicePayments.values()].find(
        (one) => one.invoice === id && one.is_default,
      );
      const intent = account.paymentIntents.get(String(payment?.payment.payment_intent));
      return intent?.client_secret ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
    },
    payments: (account, id) =>
      wholeList(
        [...account.invoicePayments.values()].filter((one) => one.invoice === id),
        "/v1/invoice_payments",
      ),
  },
  charge: {
    refunds: (account, id) =>
      wholeList(
        [...account.refunds.values()].filter((one) => one.charge === id),
        `/v1/charges/${id}/refunds`,
      ),
  },
  customer: {
    subscriptions: (account, id) =>
      wholeList(
        [...account.subscriptions.values()].filter(
          (one) => one.customer === id && one.status !== "canceled" && one.status !== "incomplete_expired",
        ),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  "checkout.session": {
    line_items: (account, id) => {
      const price = [...account.prices.values()][0];
      const data = price
        ? [
            {
              id: `li_${id.slice(-14)}`,
              object: "item",
              amount_discount: 0,
              amount_subtotal: price.unit_amount,
              amount_tax: 0,
              amount_total: price.unit_amount,
              currency: price.currency,
              description: price.nickname,
              price,
              quantity: 1,
            },
          ]
        : [];
      return wholeList(data, `/v1/checkout/sessions/${id}/line_items`);
    },
  },
};

const wholeList = (oldestFirst: object[], url: string) => ({
  object: "list",
  data: oldestFirst.toReversed(),
  has_more: false,
  url,
});

/** Expands what `expand` names; throws Stripe's refusal of a wrong path. */
export function render(account: StripeAccount, object: object, expand: string[] = []): Json {
  const json = toJson(object);
  for (const path of expand) {
    const fields = path.split(".");
    if (fields.length > 4)
      throw badRequest("You cannot expand more than 4 levels of a property.", { param: "expand" });
    expandIn(account, json, fields, path);
  }
  return json;
}

function expandIn(account: StripeAccount, node: unknown, fields: string[], path: string): void {
  const [field, ...rest] = fields;
  if (field === undefined || !isObject(node)) return;
  const include = includable[String(node.object)]?.[field];
  if (node[field] === undefined && include)
    node[field] = toJson({ it: include(account, String(node.id)) }).it;
  const value = node[field];
  if (typeof value === "string") {
    const found = account.find(value);
    if (!found) throw cannotExpand(field, path);
    node[field] = toJson(found);
  } else if (value === undefined || (value !== null && typeof value !== "object")) {
    throw cannotExpand(field, path);
  }
  const inner = node[field];
  for (const one of Array.isArray(inner) ? inner : [inner]) expandIn(account, one, rest, path);
}

const cannotExpand = (field: string, path: string) =>
  badRequest(
    `This property cannot be expanded (${field}). You may want to try expanding 'data.${path}' or 'data' instead.`,
    { param: "expand" },
  );

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
