import type { CountKind } from "./count-rules.ts";
import { crowdLimit } from "./crowd-limit.server.ts";
import { findCountedTrack } from "./find-counted-track.server.ts";
import { isRobot } from "./is-robot.server.ts";
import { listenerKey } from "./listener-key.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";

interface Sender {
  /** An account in any state counts as itself, whatever visits it makes up. */
  viewer: { id: string } | null;
  /** The visit's random name, if the device has given one. */
  visit: string | null;
  /** The connection the call came by (`http/rate-limit.ts`, `networkOf`). */
  network: string;
  userAgent: string;
}

/**
 * Takes note of a play or an impression; the next batch counts it, unless the same listener's last one was too short ago.
 * Robots, posters and crowds of visitors behind one connection don't count, and are not told. Throws `NotFound`.
 */
export async function noteCount(options: Sender & { kind: CountKind; trackId: number }): Promise<void> {
  const { viewer, visit, network, userAgent, kind, trackId } = options;
  const { posterId } = await findCountedTrack(options);
  if (viewer?.id === posterId || isRobot(userAgent)) return;
  if (viewer) {
    listeningBatch.noteCount({ listener: listenerKey({ userId: viewer.id }), kind, trackId });
    return;
  }
  const listener = listenerKey(visit === null ? { network, userAgent } : { visit });
  if (crowdLimit.admits({ network, listener, kind, trackId }))
    listeningBatch.noteCount({ listener, kind, trackId });
}
