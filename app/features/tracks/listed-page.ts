import type { ListedTrack } from "./listed-track.ts";

/** Tracks of a list, from its start or from a cursor on. */
export interface ListedPage {
  tracks: readonly ListedTrack[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}
