import type { CoverOrder, TrackCoverOrder, WovenCoverOrder } from "../cover.ts";
import { coverVersion } from "./cover-version.server.ts";

/** The address of a track's PNG cover; another one once the cover looks otherwise, so that it may be kept long. */
export const coverPath = (order: TrackCoverOrder): string => versioned(`/api/tracks/${order.trackId}`, order);

/** The same of a playlist's cover. */
export const playlistCoverPath = (playlist: { id: number }, order: WovenCoverOrder): string =>
  versioned(`/api/playlists/${playlist.id}`, order);

/** The same of the cover of a member's feed. */
export const personCoverPath = (person: { id: string }, order: WovenCoverOrder): string =>
  versioned(`/api/users/${person.id}`, order);

function versioned(path: string, order: CoverOrder): string {
  const query = new URLSearchParams({ size: order.size, v: coverVersion(order) });
  return `${path}/cover.png?${query}`;
}
