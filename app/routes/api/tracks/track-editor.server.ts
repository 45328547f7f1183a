import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";
import { isOwnTrack } from "#app/features/tracks/server/is-own-track.server.ts";
import type { TrackEditor } from "#app/features/tracks/server/locks.server.ts";

/** Who changes a track by a call: who has both sessions is the admin for others' tracks only. */
export async function trackEditor(
  caller: { viewer: Viewer; admin: AdminSession | null } | { viewer: null; admin: AdminSession },
  trackId: number,
): Promise<TrackEditor> {
  if (caller.viewer === null) return { actor: actorOf(caller.admin) };
  const { viewer, admin } = caller;
  const isOwn = admin === null || (await isOwnTrack({ viewer, trackId }));
  return isOwn ? { viewer } : { actor: actorOf(admin) };
}
