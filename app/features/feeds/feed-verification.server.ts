import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { findOwnPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlists, users } from "#db/schema/index.ts";

/** The verification text of a playlist's feed; null without one. */
export async function findPlaylistVerification({
  playlistId,
}: {
  playlistId: number;
}): Promise<string | null> {
  const [row] = await primary
    .select({ verification: playlists.feedVerification })
    .from(playlists)
    .where(eq(playlists.id, playlistId));
  return row?.verification ?? null;
}

/** The verification text of a member's feed; null without one. */
export async function findPersonVerification({ userId }: { userId: string }): Promise<string | null> {
  const [row] = await primary
    .select({ verification: users.feedVerification })
    .from(users)
    .where(eq(users.id, userId));
  return row?.verification ?? null;
}

/** Shows a directory that a feed is the viewer's; null ends that. Throws `NotFound`, `Forbidden`. */
export async function setPlaylistVerification(options: {
  viewer: { id: string };
  playlistId: number;
  verification: string | null;
}): Promise<void> {
  const { viewer, playlistId, verification } = options;
  await findOwnPlaylist({ viewer, playlistId });
  await write((tx) =>
    tx.update(playlists).set({ feedVerification: verification }).where(eq(playlists.id, playlistId)),
  );
}

/** The same for the viewer's own feed. Throws `Forbidden` for another member's. */
export async function setPersonVerification(options: {
  viewer: { id: string };
  userId: string;
  verification: string | null;
}): Promise<void> {
  const { viewer, userId, verification } = options;
  if (viewer.id !== userId) throw new Forbidden();
  await write((tx) => tx.update(users).set({ feedVerification: verification }).where(eq(users.id, userId)));
}

/** The same by an operator, because nobody else owns the official account. Throws `NotFound`. */
export async function setVerificationByOperator(options: {
  userId: string;
  verification: string | null;
  actor: Actor;
}): Promise<void> {
  const { userId, verification, actor } = options;
  await write(async (tx) => {
    const [account] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "no key update");
    if (!account) throw new NotFound("ユーザーが見つかりません");
    if (account.feedVerification === verification) return;
    await tx.update(users).set({ feedVerification: verification }).where(eq(users.id, userId));
    await recordAudit(tx, {
      actor,
      action: "user.feed-verification",
      target: { type: "user", id: userId },
      before: { isSet: account.feedVerification !== null },
      after: { isSet: verification !== null },
    });
  });
}
