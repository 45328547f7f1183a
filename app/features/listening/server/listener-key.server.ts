import { createHash } from "node:crypto";

/** Who listens. A visit is named by its device, at random; without a name, address and browser have to do. */
export type Listener = { userId: string } | { visit: string } | { network: string; userAgent: string };

/**
 * What count marks know a listener by: a SHA-256, so that no id or address stands in them. Whoever tries all addresses
 * finds one out; marks live a day.
 */
export function listenerKey(listener: Listener): string {
  const [kind, ...parts] =
    "userId" in listener
      ? ["member", listener.userId]
      : "visit" in listener
        ? ["visit", listener.visit]
        : ["device", listener.network, listener.userAgent];
  return createHash("sha256")
    .update(JSON.stringify([kind, ...parts]))
    .digest("base64url");
}
