import { keep, recall } from "#app/lib/device-memory.ts";
import { isWorthResuming } from "./is-worth-resuming.ts";

/** Track id and seconds, the newest first. */
type Position = readonly [id: number, seconds: number];

const key = "playback-positions";
/** Tracks that the device keeps the position of. */
const most = 100;

/** Where a track was left; 0 when that is not known. */
export function recallPosition(id: number): number {
  return positions().find(([known]) => known === id)?.[1] ?? 0;
}

/** Keeps where a track stands, and forgets it when it has hardly begun or is over. */
export function rememberPosition(track: { id: number; duration: number }, seconds: number): void {
  const others = positions().filter(([id]) => id !== track.id);
  const isWorth = isWorthResuming(seconds, track.duration);
  const left: Position[] = isWorth ? [[track.id, Math.round(seconds * 10) / 10]] : [];
  keep(key, JSON.stringify([...left, ...others].slice(0, most)));
}

function positions(): Position[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is Position {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => Number.isFinite(part));
}
