import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { shownPremiumEnd } from "#app/features/accounts/account.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { mayHearWhole } from "#app/features/tracks/opening.ts";
import { visibleTo } from "#app/features/tracks/server/track-visibility.server.ts";
import { primary } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { checkDownloadsReply } from "../offline.schema.ts";

/** How long downloads play without a renewal. */
const licenseMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Until when the viewer's device may play its downloads (a week, never beyond the end of premium as it is shown; null without premium),
 * and which of `trackIds` the viewer may still listen to as a whole.
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
    available: available.filter((track) => mayHearWhole(viewer, track)).map(({ id }) => id),
  };
}

function validUntil(premiumEnd: Date | null, now: Date): Date {
  const latest = now.getTime() + licenseMs;
  return new Date(Math.min(latest, premiumEnd?.getTime() ?? latest));
}
