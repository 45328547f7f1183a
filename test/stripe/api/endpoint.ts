import type { z } from "zod";
import type { StripeAccount } from "../account/account.ts";
import { badRequest, missing } from "./errors.ts";
import type { FormTree } from "./form.ts";
import { validate } from "./parameters.ts";

/** What an endpoint gets besides its parameters. */
export interface Call {
  account: StripeAccount;
  /** The identifier in the address; empty where it has none. */
  id: string;
  /** The address without its query, for lists. */
  url: string;
  /** Where the double listens. */
  origin: string;
}

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** An address; `:id` stands for an identifier. */
  path: string;
  /** The browser's library may call it with the publishable key; it then proves itself by `client_secret`. */
  isForBrowsers: boolean;
  /** Validates the parameters and answers with an object of Stripe's, not yet rendered. */
  answer(call: Call, form: FormTree): object;
}

/** Declares an endpoint: `run` gets the validated parameters. */
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

/** The object of this identifier; throws Stripe's refusal, 404 if the address named it, else 400 of the parameter. */
export function required<Item>(kind: Map<string, Item>, noun: string, id: string, param = "id"): Item {
  const found = kind.get(id);
  if (!found) throw missing(noun, id, param);
  return found;
}

/** Metadata as Stripe merges it: an empty value removes its key, none at all removes everything. */
export function mergeMetadata(
  old: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === undefined) return old;
  return Object.fromEntries(
    Object.entries({ ...(given && old), ...given }).filter(([, value]) => value !== ""),
  );
}

/** 400 of something that Stripe can do and the double can't. */
export const notModeled = (what: string, param: string) =>
  badRequest(`The double of Stripe does not model ${what}.`, { param });
