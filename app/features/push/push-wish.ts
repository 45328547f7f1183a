import { forget, keep, recall } from "#app/lib/device-memory.ts";
import { recallOwner } from "../shell/device-owner.ts";

const wishKey = "push";
const sessionKey = "push-session";
/** Not kept beyond a log-out, which ends the subscription. */
const endpointKey = "push-endpoint";
const ownerKey = "push-owner";

/**
 * What somebody wants on this device: push messages, of which session they were, and the browser's address that the site
 * was told of last (empty when of none). `local`: there is no way to a push service, and an open page tells instead (spec 1 §8).
 */
export interface PushWish {
  how: "push" | "local";
  session: string;
  endpoint: string;
}

/** Null where nothing is wanted, and where it was wanted by somebody else than the member who is here. */
export function recallPushWish(): PushWish | null {
  const how = recall(wishKey);
  if (recall(ownerKey) !== recallOwner()) return null;
  if (how !== "push" && how !== "local") return null;
  return { how, session: recall(sessionKey) ?? "", endpoint: recall(endpointKey) ?? "" };
}

export function rememberPushWish({ how, session, endpoint }: PushWish): void {
  keep(wishKey, how);
  keep(sessionKey, session);
  keep(endpointKey, endpoint);
  keep(ownerKey, recallOwner() ?? "");
}

export function forgetPushWish(): void {
  forget(wishKey);
  forget(sessionKey);
  forget(endpointKey);
  forget(ownerKey);
}
