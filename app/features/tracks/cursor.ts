import type { Track } from "./track.ts";

/** A place in the list of newest tracks: `{time in ms}.{id}`. */
export interface Cursor {
  uploadedAt: Date;
  id: number;
}

export function writeCursor(track: Pick<Track, "uploadedAt" | "id">): string {
  return `${track.uploadedAt.getTime()}.${track.id}`;
}

/** Null for anything that is no cursor. */
export function readCursor(text: string): Cursor | null {
  const parts = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  if (!parts?.[1] || !parts[2]) return null;
  const id = Number(parts[2]);
  return id < 2 ** 31 ? { uploadedAt: new Date(Number(parts[1])), id } : null;
}
