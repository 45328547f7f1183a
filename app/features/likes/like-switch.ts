import { createSwitches } from "#app/ui/shared-switch.ts";
import { useSwitch } from "#app/ui/use-optimistic-switch.ts";
import type { LikeState } from "./like-state.ts";

export interface LikeableTrack {
  id: number;
  likeCount: number;
}

/** A track's like, shared by everything on the page that shows it: row, stage and player change at one press. */
export const likeSwitch = createSwitches();

/**
 * How a track's like stands, without a heart to press. `isLiked` is what the loader gave; its number counts either way.
 * `isAsking` while a press is on its way.
 */
export function useLikeState(track: LikeableTrack, isLiked = false): LikeState & { isAsking: boolean } {
  const given = { isOn: isLiked, count: track.likeCount };
  const { isOn, count, isAsking } = useSwitch(() => likeSwitch(track.id), { given, source: track });
  return { isLiked: isOn, likeCount: count, isAsking };
}
