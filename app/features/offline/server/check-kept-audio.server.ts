import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { entitlementsOf } from "#app/features/premium/entitlements.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { primary } from "#db/client.ts";
import { tracks, users } from "#db/schema/index.ts";
import type { keptAudioReply } from "../offline.schema.ts";

/** Kept audio plays this long without asking again (decisions, "Premium"). */
const validForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * What a device may do with the tracks that it keeps for the viewer: until when it may play them (null without premium;
 * never beyond its end), and which of them are still there to be heard.
 */
export async function checkKeptAudio(options: {
  viewer: Viewer;
  trackIds: readonly number[];
  now?: Date;
}): Promise<z.infer<typeof keptAudioReply>> {
  const { viewer, trackIds, now = new Date() } = options;
  const available = await primary
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inArray(tracks.id, [...trackIds]), visibleTo(viewer)))
    .orderBy(tracks.id);
  return {
    validUntil: entitlementsOf(viewer, now).offline ? validUntil(viewer.premiumEndDate, now) : null,
    available: available.map(({ id }) => id),
  };
}

function validUntil(premiumEnd: Date | null, now: Date): Date {
  const latest = now.getTime() + validForMs;
  return new Date(Math.min(latest, premiumEnd?.getTime() ?? latest));
}
