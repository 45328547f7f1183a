import { profilePath } from "../people/profile-path.ts";

/** The address of a track below its poster's page: `/{customUserId or id}/track/{id}`, `/mugen/track/{id}` (spec 2 §2). */
export function trackPath(track: { id: number; userId: string; posterCustomUserId: string | null }): string {
  return `${profilePath({ id: track.userId, customUserId: track.posterCustomUserId })}/track/${track.id}`;
}
