import type { Db } from "#db/client.ts";
import type { TrackEditor } from "./locks.server.ts";

/** What a feature does when a track is deleted. `app/server/register-features.ts` lists all parts. */
export interface TrackLifecycle {
  name: string;
  /** Locks what comes before tracks (docs/decisions/0006). */
  lockBeforeTrack?(tx: Db, trackId: number): Promise<void>;
  /**
   * Runs with the track locked: locks what comes after it, and changes what no foreign key cascades to. The result runs once
   * the track's row is deleted.
   */
  beforeDeletion(
    tx: Db,
    track: { id: number; taskId: string | null },
    editor: TrackEditor,
  ): Promise<(() => Promise<void>) | undefined>;
}

let parts: readonly TrackLifecycle[] | undefined;

/** Sets all parts in their order, replacing earlier ones. */
export function registerTrackLifecycles(all: readonly TrackLifecycle[]): void {
  parts = all;
}

/** Throws when none are registered: a deletion without them would leave data behind. */
export function trackLifecycles(): readonly TrackLifecycle[] {
  if (!parts) throw new Error("no track deletion parts: import app/server/register-features.ts first");
  return parts;
}
