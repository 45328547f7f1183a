import { type ListedTrack, listedTrack } from "../tracks/listed-track.ts";
import type { PlaylistItem } from "./playlist.ts";

/** Takes from an item what its playlist's page shows; a press on its title goes to `/track/{id}` (spec 2 §2). */
export function listedItem({ id: itemId, order, track }: PlaylistItem): ListedTrack {
  return { ...listedTrack(track), path: `/track/${track.id}`, listed: { itemId, order } };
}
