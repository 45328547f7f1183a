import type { Viewer } from "#app/features/accounts/viewer.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";

/** What everybody hears and reads of a premium-only track. */
export const excerptMs = 30_000;

export type TrackViewer = Pick<Viewer, "id" | "isPremium" | "premiumEndDate" | "speedTrialEndsAt"> | null;

/**
 * The rule of premium-only tracks, for sound, script and transcript: premium members and the author get all, everybody else the
 * excerpt (docs/decisions/0029). Whether the viewer may see the track at all is `visibleTo`'s rule.
 */
export function hasFullAccess(
  viewer: TrackViewer,
  track: { userId: string; isPremiumOnly: boolean },
): boolean {
  return !track.isPremiumOnly || track.userId === viewer?.id || entitlementsOf(viewer).premiumOnlyTracks;
}

/** How much of the track the viewer hears, in ms. */
export function accessibleMs(
  viewer: TrackViewer,
  track: { userId: string; isPremiumOnly: boolean; durationMs: number },
): number {
  return hasFullAccess(viewer, track) ? track.durationMs : Math.min(track.durationMs, excerptMs);
}
