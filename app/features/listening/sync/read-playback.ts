import {
  readPositions,
  type SavedPosition,
  writePositions,
} from "#app/features/playback/hooks/playback-positions.ts";
import { rates } from "#app/features/playback/playback.ts";
import { readTrack } from "#app/features/playback/queue/read-queue-page.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { silentAfterMs } from "../listening.ts";

export type ServerPlayback = NonNullable<ReturnType<typeof readPlayback>>;

/** Reads the reply of `GET /api/user/playback`; null if nothing has been played. `now`: epoch ms. */
export function readPlayback(body: unknown, now: number) {
  const { isOwner, isPlaying, track: found, position, age, rate, queue } = asRecord(asRecord(body).playback);
  const track = readTrack(found);
  const { name, path, isPlaylist, isArranged, next, tracks } = asRecord(queue);
  const knownRate = rates.find((known) => known === rate);
  if (!track || !knownRate || typeof path !== "string" || !Array.isArray(tracks)) return null;
  const ageMs = Number(age) * 1000;
  return {
    isOwner: isOwner === true,
    /** False too if the owning device fell silent. */
    isPlaying: isPlaying === true && ageMs < silentAfterMs,
    track,
    position: Number(position) || 0,
    /** Epoch ms of this device's clock. */
    at: now - ageMs,
    rate: knownRate,
    queue: {
      name: String(name),
      path,
      isPlaylist: isPlaylist === true,
      isArranged: isArranged === true,
      next: typeof next === "string" ? next : null,
      tracks: tracks.map(readTrack).filter((queued) => queued !== null),
    },
  };
}

/** Saves the reply's positions on this device where they are newer than its own. */
export function mergePositions(body: unknown, now: number): void {
  const { positions } = asRecord(body);
  if (!Array.isArray(positions)) return;
  const saved = new Map(readPositions().map((entry) => [entry[0], entry]));
  for (const entry of positions) {
    const { trackId, position, age } = asRecord(entry);
    const at = now - Number(age) * 1000;
    if (typeof trackId !== "number" || typeof position !== "number" || !Number.isFinite(at)) continue;
    if (at > timeOf(saved.get(trackId))) saved.set(trackId, [trackId, position, at]);
  }
  writePositions([...saved.values()].sort((a, b) => timeOf(b) - timeOf(a)));
}

const timeOf = (entry: SavedPosition | undefined) => entry?.[2] ?? 0;
