/**
 * `member` and `other` have everything and premium, `listener` has little, `payer` a subscription that Stripe knows; `admin` and `moderator` are signed in to the console
 * alone. `leaver` is an account (for calls of the console: a session there) made for one request that ends it.
 */
const actorNames = [
  "visitor",
  "member",
  "other",
  "listener",
  "payer",
  "admin",
  "moderator",
  "leaver",
] as const;

export type ActorName = (typeof actorNames)[number];

export const isOfConsole = (actor: ActorName): boolean => actor === "admin" || actor === "moderator";
