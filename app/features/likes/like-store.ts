import { createToggleStores, sendToggle, type ToggleResult } from "#app/ui/use-toggle.ts";

/** What a like button needs of a track. */
export interface LikeableTrack {
  id: number;
  likeCount: number;
}

/** The like of each track, shared by all components on the page that show it. */
export const likeStore = createToggleStores();

/** Likes or unlikes a track on the server. */
export function sendLike(trackId: number, isLiked: boolean): Promise<ToggleResult> {
  const method = isLiked ? "POST" : "DELETE";
  return sendToggle(isLiked, { method, path: `/api/likes/${trackId}`, countField: "likeCount" });
}
