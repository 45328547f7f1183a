import { and, eq } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { type Db, primary, write } from "#db/client.ts";
import { renditions, tracks } from "#db/schema/index.ts";
import { type MeasuredExcerpt, measureExcerpts } from "./measure-excerpts.server.ts";
import { writeSearchTexts } from "./reindex-tracks.server.ts";
import { addTrackSounds } from "./track-sounds.server.ts";

/**
 * Makes a track premium-only, or open again; every later request obeys. Returns whether that changed anything, and the title.
 * Throws `NotFound`, `StoredFileMissing`, and an `Error` for audio that can't be cut.
 */
export async function setPremiumOnly(options: {
  trackId: number;
  isPremiumOnly: boolean;
  actor: Actor;
  now?: Date;
}): Promise<{ isChanged: boolean; title: string }> {
  const { trackId, isPremiumOnly, actor, now = new Date() } = options;
  const [found] = await primary
    .select({ userId: tracks.userId, title: tracks.title })
    .from(tracks)
    .where(eq(tracks.id, trackId));
  if (!found) throw new NotFound("音声が見つかりません");
  const excerpts = isPremiumOnly ? await measureExcerptsOf(trackId) : [];
  const isChanged = await write(async (tx) => {
    // Excludes a rename, which writes the same texts.
    const author = await lockMember(tx, found.userId).catch((error: unknown) => {
      if (error instanceof NotAuthenticated) throw new NotFound("音声が見つかりません");
      throw error;
    });
    return change(tx, { trackId, isPremiumOnly, actor, now, excerpts, author: author.name });
  });
  return { isChanged, title: found.title };
}

async function change(
  tx: Db,
  o: {
    trackId: number;
    isPremiumOnly: boolean;
    actor: Actor;
    now: Date;
    excerpts: readonly MeasuredExcerpt[];
    author: string;
  },
): Promise<boolean> {
  const { trackId, isPremiumOnly, actor, now } = o;
  for (const { kbps, excerptBytes } of o.excerpts) {
    await tx
      .update(renditions)
      .set({ excerptBytes })
      .where(and(eq(renditions.trackId, trackId), eq(renditions.kbps, kbps)));
  }
  await addTrackSounds(tx, { trackId, sounds: o.excerpts, now });
  const changed = await tx
    .update(tracks)
    .set({ isPremiumOnly, premiumOnlyChangedAt: now })
    .where(and(eq(tracks.id, trackId), eq(tracks.isPremiumOnly, !isPremiumOnly)))
    .returning({ id: tracks.id });
  if (changed.length === 0) return false;
  await writeSearchTexts(tx, { author: o.author, trackIds: [trackId] });
  await recordAudit(tx, {
    actor,
    action: "track.premium-only",
    target: { type: "track", id: trackId },
    before: { isPremiumOnly: !isPremiumOnly },
    after: { isPremiumOnly },
    now,
  });
  return true;
}

async function measureExcerptsOf(trackId: number): Promise<MeasuredExcerpt[]> {
  const files = await primary
    .select({ kbps: renditions.kbps, key: renditions.storageKey, bytes: renditions.bytes })
    .from(renditions)
    .where(eq(renditions.trackId, trackId));
  return measureExcerpts(files);
}
