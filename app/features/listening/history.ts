import type { z } from "zod";
import { presentTrack } from "../tracks/present-track.ts";
import type { Track } from "../tracks/track.ts";
import type { historyEntryReply } from "./history.schema.ts";

/** What a member has listened to: a track, once, with the last time. */
export interface HistoryEntry {
  track: Track;
  listenedAt: Date;
  /** How far they came. */
  positionMs: number;
}

/** An entry as `GET /api/user/listening-history` shows it: the track's fields, ISO time, seconds. */
export function presentHistoryEntry({
  track,
  listenedAt,
  positionMs,
}: HistoryEntry): z.infer<typeof historyEntryReply> {
  return { ...presentTrack(track), listenedAt: listenedAt.toISOString(), position: positionMs / 1000 };
}
