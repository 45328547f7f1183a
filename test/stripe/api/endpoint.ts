import type { z } from "zod";
import type { StripeAccount } from "../account/account.ts";
import { badRequest, missing } from "./errors.ts";
import type { FormTree } from "./form.ts";
import { validate } from "./parameters.ts";

export interface Call {
  account: StripeAccount;
  /** From the address; empty without one. */
  id: string;
  url: string;
  origin: string;
}

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** `:id` stands for an identifier. */
  path: string;
  /** For the browser's library: publishable key and `client_secret`. */
  isForBrowsers: boolean;
  answer(call: Call, form: FormTree): object;
}

/** Declares an endpoint; `run` gets validated parameters. */
export function endpoint<Schema extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  schema: Schema,
  run: (call: Call, parameters: z.output<Schema>) => object,
  o: { isForBrowsers?: boolean } = {},
): Endpoint {
  return {
    method,
    path,
    isForBrowsers: o.isForBrowsers ?? false,
    answer: (call, form) => run(call, validate(schema, form)),
  };
}

/** The object; throws 404 if the address named it, else 400 of the parameter. */
export function required<Item>(kind: Map<string, Item>, noun: string, id: string, param = "id"): Item {
  const found = kind.get(id);
  if (!found) throw missing(noun, id, param);
  return found;
}

/** Merges as Stripe does: an empty value removes its key, no value everything. */
export function mergeMetadata(
  old: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === undefined) return old;
  return Object.fromEntries(
    Object.entries({ ...(given && old), ...given }).filter(([, value]) => value !== ""),
  );
}

/** 400: Stripe can, the double can't. */
export const notModeled = (what: string, param: string) =>
  badRequest(`The double of Stripe does not model ${what}.`, { param });
