import type { MembershipView } from "#app/features/premium/subscription/membership.ts";

/** The data of the settings screen. */
export interface SettingsPage {
  /** Browsers that receive push messages; `since` is formatted. */
  devices: { id: string; device: string; since: string; isCurrent: boolean }[];
  /** Push messages also about what followed members publish. */
  pushesFollowedTracks: boolean;
  membership: MembershipView;
  backgroundPlay: { isAllowed: boolean; isOn: boolean };
}

export const settingsPath = "/settings";
