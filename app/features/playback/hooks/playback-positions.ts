import { readLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { isWorthResuming } from "../playback.ts";

/** Track id and seconds, the newest first. */
type Position = readonly [id: number, seconds: number];

const key = "playback-positions";
const maxPositions = 100;

/** Where the track was left on this device, in seconds; 0 when unknown, and beyond what is heard of it now. */
export function readSavedPosition(track: { id: number; duration: number }): number {
  const seconds = readPositions().find(([id]) => id === track.id)?.[1] ?? 0;
  return isWorthResuming(seconds, track.duration) ? seconds : 0;
}

/** Saves a track's position in seconds, or deletes it when the track has hardly begun or is almost over. Keeps the last 100. */
export function savePosition(track: { id: number; duration: number }, seconds: number): void {
  const others = readPositions().filter(([id]) => id !== track.id);
  const isResumable = isWorthResuming(seconds, track.duration);
  const own: Position[] = isResumable ? [[track.id, Math.round(seconds * 10) / 10]] : [];
  writeLocalStorage(key, JSON.stringify([...own, ...others].slice(0, maxPositions)));
}

function readPositions(): Position[] {
  try {
    const stored: unknown = JSON.parse(readLocalStorage(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is Position {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => Number.isFinite(part));
}
