import type { PlayQueue, Rate } from "#app/features/playback/playback.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { maxHeard } from "../listening.ts";

/** What a device plays; as in `PUT /api/user/playback`. */
export interface DevicePlayback {
  /** When playback was started here, until the server has confirmed that; else null. */
  startedAt: number | null;
  isPlaying: boolean;
  trackId: number;
  position: number;
  rate: Rate;
  queue: Pick<PlayQueue, "name" | "path" | "isPlaylist" | "isArranged" | "next"> & { trackIds: number[] };
  /** Epoch ms of this device's clock. */
  at: number;
}

/** A position for the history. */
export interface Heard {
  trackId: number;
  position: number;
  at: number;
}

/** What the server has not confirmed yet. */
export interface Unsent {
  playback: DevicePlayback;
  heard: readonly Heard[];
}

/** Kept until the server has it: a page may end, and be opened again, without a network. */
const key = "unsent-playback";
/** Where the browser has no storage. */
let memory: Unsent | null = null;

/** What is to be sent; null when that is nothing. */
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
 * Adds what plays now, and positions for the history: of each track the last one is sent, and the furthest, from which a track that
 * is heard again is known to have been heard to its end.
 */
export function addUnsent(playback: DevicePlayback, heard: readonly Heard[]): void {
  const before = readUnsent();
  const startedAt = playback.startedAt ?? before?.playback.startedAt ?? null;
  const all = [...(before?.heard ?? []), ...heard];
  const last = new Map(all.map((entry) => [entry.trackId, entry]));
  const furthest = new Map(
    all.toSorted((a, b) => a.position - b.position).map((entry) => [entry.trackId, entry]),
  );
  const isSent = (entry: Heard) => [last, furthest].some((kept) => kept.get(entry.trackId) === entry);
  write({ playback: { ...playback, startedAt }, heard: all.filter(isSent).slice(-maxHeard) });
}

/** Removes what was sent, but what has changed since. */
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

/** Written by this module alone; another version may have had other fields. */
const isPlayback = (value: unknown): value is DevicePlayback => {
  const { trackId, position, rate, at, queue } = asRecord(value);
  return [trackId, position, rate, at].every(Number.isFinite) && Array.isArray(asRecord(queue).trackIds);
};

const isHeard = (value: unknown): value is Heard => {
  const { trackId, position, at } = asRecord(value);
  return [trackId, position, at].every(Number.isFinite);
};
