import type { PlayQueue, Rate } from "#app/features/playback/playback.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { maxHeard } from "../listening.ts";

export interface DevicePlayback {
  /** The tab that it is of: another may send it. Absent in what an earlier version stored. */
  deviceId?: string | undefined;
  /** When playback was started here; null once the server has confirmed it. */
  startedAt: number | null;
  isPlaying: boolean;
  trackId: number;
  position: number;
  rate: Rate;
  queue: Pick<PlayQueue, "name" | "path" | "isPlaylist" | "isArranged" | "next"> & { trackIds: number[] };
  /** Epoch ms of this device's clock. */
  at: number;
}

export interface Heard {
  trackId: number;
  position: number;
  at: number;
}

export interface Unsent {
  playback: DevicePlayback;
  heard: readonly Heard[];
}

const key = "unsent-playback";
let memory: Unsent | null = null;

/** What is to be sent; null if nothing. */
export function readUnsent(): Unsent | null {
  try {
    const stored = readLocalStorage(key);
    if (stored === null) return memory;
    const { playback, heard } = asRecord(JSON.parse(stored));
    return isPlayback(playback) && Array.isArray(heard) ? { playback, heard: heard.filter(isHeard) } : null;
  } catch {
    return null;
  }
}

/**
 * Adds the playback, and positions for the history: of each track the last, and the furthest, which proves that a track heard
 * again was once heard to its end.
 */
export function addUnsent(playback: DevicePlayback, heard: readonly Heard[]): void {
  const before = readUnsent();
  const isOfSameTab = before?.playback.deviceId === playback.deviceId;
  const startedAt = playback.startedAt ?? ((isOfSameTab && before?.playback.startedAt) || null);
  const all = [...(before?.heard ?? []), ...heard];
  const last = new Map(all.map((entry) => [entry.trackId, entry]));
  const furthest = new Map(
    all.toSorted((a, b) => a.position - b.position).map((entry) => [entry.trackId, entry]),
  );
  const isSent = (entry: Heard) => [last, furthest].some((kept) => kept.get(entry.trackId) === entry);
  write({ playback: { ...playback, startedAt }, heard: all.filter(isSent).slice(-maxHeard) });
}

/** Removes what was sent, except what has changed since. */
export function removeSent(sent: Unsent): void {
  const now = readUnsent();
  if (!now) return;
  const isStarted = now.playback.startedAt === sent.playback.startedAt;
  const heard = now.heard.filter(
    ({ trackId, at }) => !sent.heard.some((one) => one.trackId === trackId && one.at === at),
  );
  if (now.playback.at === sent.playback.at && heard.length === 0) {
    memory = null;
    removeFromLocalStorage(key);
  } else write({ playback: { ...now.playback, ...(isStarted && { startedAt: null }) }, heard });
}

function write(unsent: Unsent): void {
  writeLocalStorage(key, JSON.stringify(unsent));
  memory = readLocalStorage(key) === null ? unsent : null;
}

/** Another version of this module may have stored other fields. */
const isPlayback = (value: unknown): value is DevicePlayback => {
  const { trackId, position, rate, at, queue } = asRecord(value);
  return [trackId, position, rate, at].every(Number.isFinite) && Array.isArray(asRecord(queue).trackIds);
};

const isHeard = (value: unknown): value is Heard => {
  const { trackId, position, at } = asRecord(value);
  return [trackId, position, at].every(Number.isFinite);
};
