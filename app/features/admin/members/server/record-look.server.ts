import { LRUCache } from "lru-cache";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";

/** How long further looks count as the same (ms): a page that refreshes itself adds no rows. */
const sameLookMs = 10 * 60_000;

const looks = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: sameLookMs });

/**
 * Records that the admin looks at a member's listening history or sessions, once in ten minutes for each admin session,
 * member and kind. Call it before these are read: when the row can't be written, nothing is shown.
 */
export async function recordLook(options: {
  adminSessionId: string;
  actor: Actor;
  userId: string;
  kind: "history" | "sessions";
}): Promise<void> {
  const { adminSessionId, actor, userId, kind } = options;
  const key = `${adminSessionId} ${kind} ${userId}`;
  const known = looks.get(key);
  if (known) return known;
  const action = kind === "history" ? "user.history-view" : "user.sessions-view";
  const look = write((tx) => recordAudit(tx, { actor, action, target: { type: "user", id: userId } }));
  looks.set(key, look);
  look.catch(() => looks.delete(key));
  return look;
}
