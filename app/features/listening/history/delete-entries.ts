import { readPositions, writePositions } from "#app/features/playback/hooks/playback-positions.ts";
import { fetchJson, type JsonResult } from "#app/lib/fetch-json.ts";

export const historyCall = "/api/user/listening-history";

/**
 * Deletes a track (null: all) from the member's history, and from this device where the track was left: its play button would go
 * on from there although nothing should be known of it any more.
 */
export async function deleteEntries(trackId: number | null): Promise<JsonResult> {
  const path = trackId === null ? historyCall : `${historyCall}/${trackId}`;
  const answer = await fetchJson("DELETE", path, { keepalive: true });
  if (answer.ok && trackId === null) forgetPositions();
  else if (answer.ok) writePositions(readPositions().filter(([id]) => id !== trackId));
  return answer;
}

/** Where all tracks were left on this device. */
export const forgetPositions = (): void => writePositions([]);
