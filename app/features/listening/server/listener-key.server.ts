import { createHash } from "node:crypto";

/** Who listens: a member, a visit with a random id, or without an id the network and the browser. */
export type Listener = { userId: string } | { visit: string } | { network: string; userAgent: string };

/**
 * The key of a listener in count marks: a SHA-256 (base64url), so that they contain no ids or addresses. Addresses could be
 * found by trying all of them; marks are removed after a day.
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
