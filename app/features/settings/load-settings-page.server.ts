import { listPushDevices } from "#app/features/push/server/list-push-devices.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import type { Viewer } from "../accounts/viewer.ts";
import { entitlementsOf } from "../premium/entitlements.ts";
import type { SettingsPage } from "./settings-page.ts";

/** What a member's settings show. `wantsBackgroundPlay` is what the device remembers. */
export async function loadSettingsPage(options: {
  viewer: Viewer;
  sessionId: string;
  wantsBackgroundPlay: boolean;
}): Promise<SettingsPage> {
  const { viewer, sessionId, wantsBackgroundPlay } = options;
  const devices = await listPushDevices({ viewer, sessionId });
  const isAllowed = entitlementsOf(viewer).backgroundPlay;
  return {
    devices: devices.map(({ since, ...device }) => ({ ...device, since: formatDate(since) })),
    backgroundPlay: { isAllowed, isOn: isAllowed && wantsBackgroundPlay },
  };
}
