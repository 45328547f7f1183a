import { createToggleStores, sendToggle, type ToggleResult } from "#app/ui/use-toggle.ts";

export interface LikeableTrack {
  id: number;
  likeCount: number;
}

/** Shared by all components that show the track. */
export const likeStore = createToggleStores();

/** Likes or unlikes a track on the server. */
export function sendLike(trackId: number, isLiked: boolean): Promise<ToggleResult> {
  const method = isLiked ? "POST" : "DELETE";
  return sendToggle(isLiked, { method, path: `/api/likes/${trackId}`, countField: "likeCount" });
}
