import { askServer, asRecord } from "#app/lib/ask-server.ts";
import type { LikeState } from "./like-state.ts";

/**
 * Asks the server to like a track or to take the like back. `state` is null when that failed, for whatever reason.
 */
export async function sendLike(options: {
  trackId: number;
  isLiked: boolean;
}): Promise<{ state: LikeState | null; status: number }> {
  const method = options.isLiked ? "POST" : "DELETE";
  const { ok, status, body } = await askServer(method, `/api/likes/${options.trackId}`, { keepalive: true });
  return { state: ok ? asLikeState(body) : null, status };
}

function asLikeState(body: unknown): LikeState | null {
  const { isLiked, likeCount } = asRecord(body);
  return typeof isLiked === "boolean" && typeof likeCount === "number" ? { isLiked, likeCount } : null;
}
