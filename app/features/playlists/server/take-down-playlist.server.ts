import { and, eq, inArray } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { notifications, playlists, series } from "#db/schema/index.ts";
import { slugFromName, uniqueSlug } from "../edit/playlist-slug.ts";
import { findSlugs, playlistNotFound } from "./find-playlist.server.ts";

interface Options {
  playlistId: number;
  actor: Actor;
  now?: Date;
}

/** Emailed to the owner. Null: the operator gives none, and no email is sent. */
type WithReason = Options & { reason: string | null };

type LockedPlaylist = { playlist: typeof playlists.$inferSelect; owner: { name: string; email: string } };

/**
 * Takes a playlist down: only its owner sees it, and can't publish it until it is restored. Notifies the owner. Throws
 * `NotFound`, and `Conflict` if it is taken down already.
 */
export async function takeDownPlaylist(options: WithReason): Promise<void> {
  const { playlistId, reason, actor, now = new Date() } = options;
  await write(async (tx) => {
    const { playlist, owner } = await lockPlaylistWithOwner(tx, playlistId);
    if (playlist.takenDownAt !== null) throw new Conflict("このプレイリストは、先に公開停止になっています。");
    await tx
      .update(playlists)
      .set({
        isPublic: false,
        publicSlug: null,
        takenDownAt: now,
        takedownReason: reason,
        wasPublicBefore: playlist.isPublic,
      })
      .where(eq(playlists.id, playlistId));
    await removeNotifications(tx, eq(notifications.playlistId, playlistId));
    await notifyOwner(tx, { playlist, owner, template: "playlist-withheld", reason, now });
    await recordAudit(tx, {
      actor,
      action: "playlist.take-down",
      target: { type: "playlist", id: playlistId },
      before: { isVisible: playlist.isPublic, isWithheld: false },
      after: { isVisible: false, isWithheld: true, reason },
      now,
    });
  });
}

/**
 * Restores a playlist; if it was public it becomes so again, at a new address. Notifies and emails the owner. Throws
 * `NotFound`, and `Conflict` if it is not taken down.
 */
export async function restorePlaylist({ playlistId, actor, now = new Date() }: Options): Promise<void> {
  await write(async (tx) => {
    const { playlist, owner } = await lockPlaylistWithOwner(tx, playlistId);
    const { takenDownAt, takedownReason, wasPublicBefore, userId, name } = playlist;
    if (takenDownAt === null) throw new Conflict("このプレイリストの公開停止は、先に解除されています。");
    const isPublic = wasPublicBefore ?? false;
    const publicSlug = isPublic
      ? uniqueSlug(slugFromName(name), await findSlugs(tx, { userId, except: playlistId }))
      : null;
    await tx
      .update(playlists)
      .set({ isPublic, publicSlug, takenDownAt: null, takedownReason: null, wasPublicBefore: null })
      .where(eq(playlists.id, playlistId));
    await notifyOwner(tx, { playlist, owner, template: "playlist-released", reason: null, now });
    await recordAudit(tx, {
      actor,
      action: "playlist.release",
      target: { type: "playlist", id: playlistId },
      before: { isVisible: false, isWithheld: true, reason: takedownReason },
      after: { isVisible: isPublic, isWithheld: false },
      now,
    });
  });
}

const neutralName = "名前のないプレイリスト";
const neutralSeriesTitle = "題名のない番組";

/**
 * Takes the words out of a playlist; its tracks stay. The name becomes neutral, the description is removed, and a public
 * address gets a new slug. A series that fills it loses the same words: its title stands on the episodes' pages, and in the titles
 * of the episodes to come. Notifies the owner. Throws `NotFound`, and `Conflict` if the name is no longer the `seenName` that
 * the operator judged, or no words are left.
 */
export async function resetPlaylist(options: WithReason & { seenName?: string | undefined }): Promise<void> {
  const { playlistId, seenName, reason, actor, now = new Date() } = options;
  await write(async (tx) => {
    const { playlist, owner } = await lockPlaylistWithOwner(tx, playlistId);
    const { name, description, userId, isPublic } = playlist;
    if (name === neutralName && !description)
      throw new Conflict("このプレイリストの名前と説明は、先に取り消されています。");
    if (seenName !== undefined && name !== seenName)
      throw new Conflict("名前は、ご本人が先に変更しています。今の内容を確かめてください。");
    const slugs = isPublic ? await findSlugs(tx, { userId, except: playlistId }) : null;
    await tx
      .update(playlists)
      .set({
        name: neutralName,
        description: null,
        publicSlug: slugs && uniqueSlug(slugFromName(neutralName), slugs),
        updatedAt: now,
      })
      .where(eq(playlists.id, playlistId));
    await tx.update(series).set({ title: neutralSeriesTitle }).where(eq(series.playlistId, playlistId));
    await notifyOwner(tx, { playlist, owner, template: "playlist-reset", reason, now });
    await recordAudit(tx, {
      actor,
      action: "playlist.reset",
      target: { type: "playlist", id: playlistId },
      after: { reason },
      now,
    });
  });
}

/** Locks the owner's account first, as the owner's own changes do. Throws `NotFound`. */
async function lockPlaylistWithOwner(tx: Db, playlistId: number): Promise<LockedPlaylist> {
  const [found] = await tx
    .select({ userId: playlists.userId })
    .from(playlists)
    .where(eq(playlists.id, playlistId));
  if (!found) throw playlistNotFound();
  const owner = await lockMember(tx, found.userId);
  const [playlist] = await forUpdate(
    tx.select().from(playlists).where(eq(playlists.id, playlistId)),
    "no key update",
  );
  if (!playlist) throw playlistNotFound();
  return { playlist, owner };
}

const eventOf = {
  "playlist-withheld": "playlist_withheld",
  "playlist-released": "playlist_released",
  "playlist-reset": "playlist_reset",
} as const;

/** Replaces what the owner was told of an earlier state. */
async function notifyOwner(
  tx: Db,
  o: LockedPlaylist & { template: keyof typeof eventOf; reason: string | null; now: Date },
): Promise<void> {
  const { playlist, owner, template, reason, now } = o;
  const { id: playlistId, userId, name: playlistName } = playlist;
  const message = { to: owner.email, userId, now };
  const values = { name: owner.name, playlist: playlistName };
  if (template === "playlist-released") await sendEmail(tx, { ...message, template, values });
  else if (reason !== null) await sendEmail(tx, { ...message, template, values: { ...values, reason } });
  await removeNotifications(
    tx,
    and(
      eq(notifications.playlistId, playlistId),
      inArray(notifications.type, ["playlist_withheld", "playlist_released", "playlist_reset"]),
    ),
  );
  await notify(tx, { userId, event: { type: eventOf[template], playlistId }, now });
}
