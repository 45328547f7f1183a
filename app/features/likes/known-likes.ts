import { useEffect, useSyncExternalStore } from "react";
import { askServer, asRecord } from "#app/lib/ask-server.ts";

/** What this page has learnt of a member's like of a track; `likeCount` is null until a press tells it. */
interface KnownLike {
  isLiked: boolean;
  likeCount: number | null;
}

const known = new Map<number, KnownLike>();
let owner: string | null = null;
const asking = new Map<number, Promise<void>>();
const listeners = new Set<() => void>();

/** Tells every heart of a track on the page how it is. */
export function noteLike(trackId: number, like: KnownLike): void {
  known.set(trackId, like);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(trackId: number): Promise<void> {
  const running = asking.get(trackId);
  if (running) return running;
  const asked = askServer("GET", `/api/likes/check/${trackId}`).then(({ ok, body }) => {
    asking.delete(trackId);
    const { isLiked } = asRecord(body);
    if (!ok || typeof isLiked !== "boolean") return;
    noteLike(trackId, { isLiked, likeCount: known.get(trackId)?.likeCount ?? null });
  });
  asking.set(trackId, asked);
  return asked;
}

/**
 * The member `userId`'s like of a track that no loader spoke of: asked for when the track is first shown. Null until it
 * is known, and for visitors.
 */
export function useKnownLike(trackId: number, userId: string | null): KnownLike | null {
  useEffect(() => {
    if (owner !== userId) known.clear();
    owner = userId;
    if (userId !== null) void ask(trackId);
  }, [trackId, userId]);
  return useSyncExternalStore(
    subscribe,
    () => (userId !== null && userId === owner ? (known.get(trackId) ?? null) : null),
    () => null,
  );
}
