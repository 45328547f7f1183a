import type { CountKind } from "../count-rules.ts";
import { crowdLimit } from "./crowd-limit.server.ts";
import { isRobot } from "./is-robot.server.ts";
import { listenerKey } from "./listener-key.server.ts";
import { listeningBatch } from "./listening-batch.server.ts";

export interface CountSender {
  /** An account in any state counts as itself, whatever visits it makes up. */
  viewer: { id: string } | null;
  /** The visit's random name, if the device has given one. */
  visit: string | null;
  /** The connection the call came by (`http/rate-limit.ts`, `networkOf`). */
  network: string;
  userAgent: string;
}

/**
 * Takes note of what somebody did with a track or playlist; the next batch counts it, unless the same listener's last
 * one was too short ago. Robots, owners and crowds of visitors behind one connection don't count, and are not told.
 */
export function noteOfListener(
  sender: CountSender,
  what: { kind: CountKind; id: number; ownerId: string },
): void {
  const { viewer, visit, network, userAgent } = sender;
  const { kind, id, ownerId } = what;
  if (viewer?.id === ownerId || isRobot(userAgent)) return;
  if (viewer) {
    listeningBatch.noteCount({ listener: listenerKey({ userId: viewer.id }), kind, id });
    return;
  }
  const listener = listenerKey(visit === null ? { network, userAgent } : { visit });
  if (crowdLimit.admits({ network, listener, kind, id })) listeningBatch.noteCount({ listener, kind, id });
}
