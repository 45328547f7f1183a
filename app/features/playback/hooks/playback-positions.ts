import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { isWorthResuming } from "../playback.ts";

/** Track id, seconds (0 from the beginning) and when it was left (epoch ms; not in earlier versions), the newest first. */
export type SavedPosition = readonly [id: number, seconds: number, at?: number];

const key = "playback-positions";
const maxPositions = 100;

/** Where the track was left on this device, in seconds; 0 when unknown, and beyond what is heard of it now. */
export function readSavedPosition(track: { id: number; duration: number }): number {
  const seconds = readPositions().find(([id]) => id === track.id)?.[1] ?? 0;
  return isWorthResuming(seconds, track.duration) ? seconds : 0;
}

/** Saves a track's position in seconds, 0 when the track has hardly begun or is almost over. Keeps the last 100. */
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
