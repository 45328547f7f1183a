import type { Viewer } from "#app/features/accounts/viewer.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import { viewMembership } from "#app/features/premium/subscription/server/find-membership.server.ts";
import { listPushDevices, wantsFollowedTracks } from "#app/features/push/server/push-devices.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import type { SettingsPage } from "./settings.ts";

/** The data of a member's settings screen. `wantsBackgroundPlay` is the device's cookie. */
export async function loadSettingsPage(options: {
  viewer: Viewer;
  sessionId: string;
  wantsBackgroundPlay: boolean;
}): Promise<SettingsPage> {
  const { viewer, sessionId, wantsBackgroundPlay } = options;
  const [devices, pushesFollowedTracks, membership] = await Promise.all([
    listPushDevices({ viewer, sessionId }),
    wantsFollowedTracks({ viewer }),
    viewMembership({ userId: viewer.id }),
  ]);
  const isAllowed = entitlementsOf(viewer).backgroundPlay;
  return {
    devices: devices.map(({ since, ...device }) => ({ ...device, since: formatDate(since) })),
    pushesFollowedTracks,
    membership,
    backgroundPlay: { isAllowed, isOn: isAllowed && wantsBackgroundPlay },
  };
}
