import { LRUCache } from "lru-cache";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";

/** A page that refreshes itself must not add rows. */
const sameAccessMs = 10 * 60_000;

const recentAccesses = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: sameAccessMs });

/** Call it before reading: without its row nothing may be shown. Once in ten minutes for each session, member and kind. */
export async function logAccess(
  options: AccessingAdmin & { userId: string; kind: "history" | "sessions" },
): Promise<void> {
  const { userId, kind } = options;
  const action = kind === "history" ? "user.history-view" : "user.sessions-view";
  return recordOnce(options, { action, target: { type: "user", id: userId } });
}

/** Like `logAccess`, for a track that its author has hidden: its page of the console, or its sound. */
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
