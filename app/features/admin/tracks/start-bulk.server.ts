import { max } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { maxTracksPerRun } from "#app/features/tracks/moderation/bulk/bulk-run.ts";
import { continueBulkRun } from "#app/features/tracks/moderation/bulk/continue-bulk-run.server.ts";
import { startBulkRun } from "#app/features/tracks/moderation/bulk/start-bulk-run.server.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { TrackFilter } from "./admin-tracks.ts";
import { findAllTrackIds, sortByPoster } from "./find-track-ids.server.ts";

/** Tracks that are done within the request; a job does the rest. */
const tracksAtOnce = 20;

/**
 * Starts work on the selected tracks, or with `isAll` on all that match `filter` and are not newer than `newestId`: what
 * was published after the page was loaded is none that the admin saw. Throws `Invalid` (`startBulkRun`).
 */
export async function startBulk(options: {
  actor: Actor;
  action: "withhold" | "release" | "review" | "delete";
  ids: readonly number[];
  isAll: boolean;
  newestId: number;
  filter: TrackFilter;
  reason: string | null;
}): Promise<void> {
  const { actor, action, ids, isAll, newestId, filter, reason } = options;
  const trackIds = isAll
    ? await findAllTrackIds(filter, { limit: maxTracksPerRun, newestId })
    : await sortByPoster(ids);
  const runId = await startBulkRun({ actor, action, trackIds, reason });
  await continueBulkRun({ runId, maxSteps: tracksAtOnce });
}

/** The id of the newest track; 0 without one. */
export async function findNewestTrackId(): Promise<number> {
  const [newest] = await db.select({ id: max(tracks.id) }).from(tracks);
  return newest?.id ?? 0;
}
