import type { Db } from "#db/client.ts";
import type { TrackEditor } from "./locks.server.ts";

/**
 * What one feature does when a track is deleted. Tracks know no feature above them: each one fills such a part in a
 * file of its own, and `app/server/register-features.ts` lists them all.
 */
export interface TrackLifecycle {
  name: string;
  /** Locks what comes before tracks in the order of locks (docs/decisions/0006). */
  lockBeforeTrack?(tx: Db, trackId: number): Promise<void>;
  /**
   * Runs with the track locked: locks what comes after it, and changes what no foreign key cascades to. `editor`: its
   * author or an operator. What it returns runs once the track's row is deleted.
   */
  beforeDeletion(
    tx: Db,
    track: { id: number; taskId: string | null },
    editor: TrackEditor,
  ): Promise<(() => Promise<void>) | undefined>;
}

let parts: readonly TrackLifecycle[] | undefined;

/** Sets all parts, in the order in which they run. Called again, it replaces them. */
export function registerTrackLifecycles(all: readonly TrackLifecycle[]): void {
  parts = all;
}

/** The parts of all features. Throws when none are registered: a deletion without them would leave data behind. */
export function trackLifecycles(): readonly TrackLifecycle[] {
  if (!parts) throw new Error("no track deletion parts: import app/server/register-features.ts first");
  return parts;
}
