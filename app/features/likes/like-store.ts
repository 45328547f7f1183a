import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { createToggleStores } from "#app/ui/toggle/toggle-store.ts";
import type { LikeState } from "./likes.schema.ts";

/** What a like button needs of a track. */
export interface LikeableTrack {
  id: number;
  likeCount: number;
}

/** The like state of each track, shared by all components on the page that show it. */
export const likeStore = createToggleStores();

/** Likes or unlikes a track on the server. `state` is null after any failure. */
export async function sendLike(options: {
  trackId: number;
  isLiked: boolean;
}): Promise<{ state: LikeState | null; status: number }> {
  const method = options.isLiked ? "POST" : "DELETE";
  const { ok, status, body } = await fetchJson(method, `/api/likes/${options.trackId}`, { keepalive: true });
  return { state: ok ? readLikeState(body) : null, status };
}

function readLikeState(body: unknown): LikeState | null {
  const { isLiked, likeCount } = asRecord(body);
  return typeof isLiked === "boolean" && typeof likeCount === "number" ? { isLiked, likeCount } : null;
}
