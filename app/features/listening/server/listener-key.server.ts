import { createHash } from "node:crypto";

/** A member; a visit with a random id; or, without an id, the network and browser. */
type Listener = { userId: string } | { visit: string } | { network: string; userAgent: string };

/**
 * The listener's key in count marks, a SHA-256 (base64url), so that marks contain no ids or addresses. Addresses could still be
 * found by trying all, so marks are removed after a day.
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
