import type { LikeState } from "./like-state.ts";

/** Asks the server to like a track or to take the like back. Null when that failed, for whatever reason. */
export async function sendLike(options: { trackId: number; isLiked: boolean }): Promise<LikeState | null> {
  try {
    const response = await fetch(`/api/likes/${options.trackId}`, {
      method: options.isLiked ? "POST" : "DELETE",
      headers: { Accept: "application/json" },
      // A press just before leaving the page counts.
      keepalive: true,
    });
    if (!response.ok) return null;
    return asLikeState(await response.json());
  } catch {
    return null;
  }
}

function asLikeState(value: unknown): LikeState | null {
  if (typeof value !== "object" || value === null) return null;
  const [isLiked, likeCount]: unknown[] = [Reflect.get(value, "isLiked"), Reflect.get(value, "likeCount")];
  return typeof isLiked === "boolean" && typeof likeCount === "number" ? { isLiked, likeCount } : null;
}
