import type { Track } from "./track.ts";

/** A place in the list of newest tracks: `{time in ms}.{id}`. */
export interface Cursor {
  uploadedAt: Date;
  id: number;
}

export function writeCursor(track: Pick<Track, "uploadedAt" | "id">): string {
  return `${track.uploadedAt.getTime()}.${track.id}`;
}

/** The end of the year 9999: later ones have another spelling, which Postgres does not read. */
const latestTime = Date.UTC(10_000, 0, 1) - 1;

/** Null for anything that is no cursor. */
export function readCursor(text: string): Cursor | null {
  const parts = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  if (!parts?.[1] || !parts[2]) return null;
  const id = Number(parts[2]);
  const time = Number(parts[1]);
  return id < 2 ** 31 && time <= latestTime ? { uploadedAt: new Date(time), id } : null;
}
