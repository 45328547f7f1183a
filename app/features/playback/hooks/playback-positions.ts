import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { isWorthResuming } from "../playback.ts";

/** Track id, seconds (0: the beginning), when it was left (epoch ms; missing in entries of earlier versions). Newest first. */
export type SavedPosition = readonly [id: number, seconds: number, at?: number];

const key = "playback-positions";
const maxPositions = 100;

/** Where the track was left on this device, in seconds; 0 if unknown or not worth resuming. */
export function readSavedPosition(track: { id: number; duration: number }): number {
  const seconds = readPositions().find(([id]) => id === track.id)?.[1] ?? 0;
  return isWorthResuming(seconds, track.duration) ? seconds : 0;
}

/** As `readSavedPosition`, if the track was left since the document was loaded: newer than what the page knows of it. */
export function readNewPosition(track: { id: number; duration: number }): number | undefined {
  const at = readPositions().find(([id]) => id === track.id)?.[2] ?? 0;
  return at > performance.timeOrigin ? readSavedPosition(track) : undefined;
}

/** Saves a position in seconds; 0 near the beginning and the end. Keeps the last 100 tracks. */
export function savePosition(track: { id: number; duration: number }, seconds: number): void {
  const others = readPositions().filter(([id]) => id !== track.id);
  const resumable = isWorthResuming(seconds, track.duration) ? Math.round(seconds * 10) / 10 : 0;
  writePositions([[track.id, resumable, Date.now()], ...others]);
}

export const writePositions = (positions: readonly SavedPosition[]): void =>
  writeLocalStorage(key, JSON.stringify(positions.slice(0, maxPositions)));

export function readPositions(): SavedPosition[] {
  try {
    const stored: unknown = JSON.parse(readLocalStorage(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is SavedPosition {
  return Array.isArray(entry) && entry.length > 1 && entry.every((part) => Number.isFinite(part));
}
