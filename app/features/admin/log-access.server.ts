import { LRUCache } from "lru-cache";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";

/** How long further accesses count as the same (ms): a page that refreshes itself adds no rows. */
const sameAccessMs = 10 * 60_000;

const recentAccesses = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: sameAccessMs });

/**
 * Records that the admin looks at a member's listening history or sessions, once in ten minutes for each admin session,
 * member and kind. Call it before these are read: when the row can't be written, nothing is shown.
 */
export async function logAccess(
  options: AccessingAdmin & { userId: string; kind: "history" | "sessions" },
): Promise<void> {
  const { userId, kind } = options;
  const action = kind === "history" ? "user.history-view" : "user.sessions-view";
  return recordOnce(options, { action, target: { type: "user", id: userId } });
}

/** Does the same for a look at a track that its author has hidden: its page of the console, or its sound. */
export async function logTrackAccess(options: AccessingAdmin & { trackId: number }): Promise<void> {
  return recordOnce(options, {
    action: "track.hidden-view",
    target: { type: "track", id: options.trackId },
  });
}

interface AccessingAdmin {
  adminSessionId: string;
  actor: Actor;
}

type Look = Pick<Parameters<typeof recordAudit>[1], "action" | "target">;

async function recordOnce(
  { adminSessionId, actor }: AccessingAdmin,
  { action, target }: Look,
): Promise<void> {
  const key = `${adminSessionId} ${action} ${target?.id}`;
  const known = recentAccesses.get(key);
  if (known) return known;
  const access = write((tx) => recordAudit(tx, { actor, action, target }));
  recentAccesses.set(key, access);
  access.catch(() => recentAccesses.delete(key));
  return access;
}
