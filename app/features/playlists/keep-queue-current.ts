import { writeCursor } from "#app/lib/cursor.ts";
import { withCursor } from "#app/lib/with-cursor.ts";
import type { Player } from "../playback/playback.ts";
import { oneEarlier } from "./page-without.ts";
import { playlistPath } from "./playlist-path.ts";

/**
 * Where the playlist is what plays, it goes on as it is now. `order` is the place that the track was put at, null when it
 * was taken out.
 */
export function keepQueueCurrent(
  player: Player,
  change: { playlistId: number; trackId: number; order: number | null },
): void {
  const { playlistId, trackId, order } = change;
  const path = playlistPath({ id: playlistId });
  if (order === null) {
    player.removeFromQueue(path, { trackId, next: oneEarlier });
    return;
  }
  const { queue } = player.getPlayback();
  // What has more to come comes to it by itself.
  if (queue?.path !== path || queue.next !== null) return;
  const before = writeCursor({ at: new Date(order - 1), id: 2 ** 31 - 1 });
  player.extendQueue(path, { tracks: [], next: withCursor(`/api/playlists/${playlistId}/items`, before) });
}
