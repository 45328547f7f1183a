import type { Viewer } from "#app/features/accounts/viewer.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";

/** How much of a premium-only track everybody hears and reads. */
export const excerptMs = 30_000;

/** What the rule needs of a viewer; null for a visitor. */
export type TrackViewer = Pick<Viewer, "id" | "isPremium" | "premiumEndDate" | "speedTrialEndsAt"> | null;

/**
 * The rule of premium-only tracks, for sound, script and transcript: all of them for premium members and the author, the
 * excerpt for everybody else (docs/decisions/0029). Whether the viewer may see the track at all is another rule
 * (`visibleTo`).
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
