import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { shownPremiumEnd } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { findHighAudio } from "#app/features/playback/server/find-audio.server.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { hasFullAccess } from "#app/features/tracks/excerpt.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { primary } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { checkDownloadsReply } from "../offline.schema.ts";

const licenseMs = 7 * dayMs;

/**
 * Until when the viewer may play downloads (a week, never beyond the end of premium; null without premium), and which of
 * `trackIds` they may still hear whole.
 */
export async function checkDownloads(options: {
  viewer: Viewer;
  trackIds: readonly number[];
  now?: Date;
}): Promise<z.infer<typeof checkDownloadsReply>> {
  const { viewer, trackIds, now = new Date() } = options;
  const available = await primary
    .select({ id: tracks.id, userId: tracks.userId, isPremiumOnly: tracks.isPremiumOnly })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inArray(tracks.id, [...trackIds]), visibleTo(viewer)))
    .orderBy(tracks.id);
  return {
    validUntil: entitlementsOf(viewer, now).offline ? validUntil(shownPremiumEnd(viewer), now) : null,
    available: available.filter((track) => hasFullAccess(viewer, track)).map(({ id }) => id),
  };
}

function validUntil(premiumEnd: Date | null, now: Date): Date {
  const latest = now.getTime() + licenseMs;
  return new Date(Math.min(latest, premiumEnd?.getTime() ?? latest));
}

/**
 * The file to download, in high quality if there is one. `current`: not from a replica. Throws `Forbidden` without premium, and
 * `NotFound` for tracks that the viewer may not listen to.
 */
export async function findDownload(options: {
  viewer: Viewer;
  trackId: number;
  current?: boolean;
}): Promise<FileToServe> {
  const { viewer, trackId, current = false } = options;
  if (!entitlementsOf(viewer).offline) throw new Forbidden("オフライン保存はプレミアム会員限定機能です");
  const file = await findHighAudio({ viewer, id: String(trackId), current });
  // The device checks the file against its entity tag, which nginx would replace.
  return { ...file, cacheControl: "private, no-store", accel: undefined };
}
