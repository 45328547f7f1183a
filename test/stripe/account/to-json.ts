/** The object as JSON (Stripe's decimals become text), detached from the one that is kept. */
export function toJson(object: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(object));
}
