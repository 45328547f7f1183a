import { eq } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { notifications, renditions, tracks } from "#db/schema/index.ts";
import { sendModerationEmail } from "../moderation/moderation-email.server.ts";
import { lockEditedTrack, lockLabelsOfTracks, type TrackEditor } from "./locks.server.ts";
import { trackLifecycles } from "./track-lifecycles.server.ts";

/**
 * Deletes a track for good, with likes, places in playlists, notifications and files. `reason`: emailed when the admin deletes
 * it; null or absent: no email. Throws `NotFound`, `Forbidden` (`lockEditedTrack`).
 */
export async function deleteTrack(
  options: TrackEditor & { trackId: number; reason?: string | null },
): Promise<void> {
  const { trackId, reason = null } = options;
  const now = new Date();
  await write(async (tx) => {
    if (reason !== null) await lockAuthorForShare(tx, trackId);
    const { userId, title } = await deleteLocked(tx, { editor: options, trackId, reason, now });
    const email = { userId, count: 1, titles: [title] };
    if (reason !== null) await sendModerationEmail(tx, { action: "delete", email, reason, now });
  });
}

/** Needs no track lock: authors never change. */
async function lockAuthorForShare(tx: Db, trackId: number): Promise<void> {
  const [found] = await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  if (found) await lockUsersForShare(tx, [found.userId]);
}

/** `deleteTrack` within a transaction, without the email. Returns author and title. */
export async function deleteLocked(
  tx: Db,
  options: { editor: TrackEditor; trackId: number; reason: string | null; now: Date },
): Promise<{ userId: string; title: string }> {
  const { editor, trackId, reason, now } = options;
  const parts = trackLifecycles();
  for (const part of parts) await part.lockBeforeTrack?.(tx, trackId);
  const track = await lockEditedTrack(tx, { editor, trackId });
  const { userId, title, isVisible, takenDownAt } = track;
  const files = await tx
    .select({ key: renditions.storageKey })
    .from(renditions)
    .where(eq(renditions.trackId, trackId));
  const followUps = [];
  for (const part of parts) followUps.push(await part.beforeDeletion(tx, track, editor));
  await lockLabelsOfTracks(tx, [trackId]);
  await removeNotifications(tx, eq(notifications.trackId, trackId));
  // Foreign keys cascade to the rest.
  await tx.delete(tracks).where(eq(tracks.id, trackId));
  for (const followUp of followUps) await followUp?.();
  afterCommit(() => crashPoint("track-deleted"));
  await removeFiles(
    tx,
    files.map(({ key }) => key),
  );
  if ("actor" in editor)
    await recordAudit(tx, {
      actor: editor.actor,
      action: "track.delete",
      target: { type: "track", id: trackId },
      before: { posterId: userId, isVisible, isWithheld: takenDownAt !== null },
      after: { reason },
      now,
    });
  return { userId, title };
}
