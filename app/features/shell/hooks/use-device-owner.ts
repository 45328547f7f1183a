import { useEffect } from "react";
import { readDeviceOwner, writeDeviceOwner } from "#app/features/site/device-owner.ts";
import { useRootData } from "#app/features/site/root-data.ts";

/**
 * Clears this device's data as soon as a page belongs to another user or to none: the session ended elsewhere, or somebody
 * else signed in. A log-out on this device clears it by the `Clear-Site-Data` header.
 */
export function useDeviceOwner(): void {
  const root = useRootData();
  const userId = root && (root.user?.id ?? null);
  useEffect(() => {
    // Without root data the user is unknown.
    if (userId === undefined) return;
    // The app icon's badge survives a log-out.
    if (userId === null) void navigator.clearAppBadge?.().catch(() => undefined);
    const owner = readDeviceOwner();
    if (owner === userId) return;
    if (owner === null) writeDeviceOwner(userId);
    // Offline: the next page retries.
    else
      import("../clear-device-data.ts").then(
        ({ clearDeviceData: forgetOwner }) => forgetOwner(userId),
        () => undefined,
      );
  }, [userId]);
}
