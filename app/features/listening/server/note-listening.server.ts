import { findCountedTrack } from "./find-counted-track.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";

/**
 * Takes note that a member listens to a track and how far they came, in seconds; the next batch puts it on top of their
 * history. Throws `NotFound`.
 */
export async function noteListening(options: {
  viewer: { id: string };
  trackId: number;
  position: number;
}): Promise<void> {
  const { viewer, trackId, position } = options;
  const { durationMs } = await findCountedTrack(options);
  listeningBatch.noteListening({
    userId: viewer.id,
    trackId,
    positionMs: Math.min(Math.round(position * 1000), durationMs),
  });
}
