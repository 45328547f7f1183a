import { useEffect } from "react";
import { recallOwner, rememberOwner } from "../device-owner.ts";
import { useRootData } from "./use-root-data.ts";

/**
 * Has the device forget what it keeps for a member as soon as a page comes that is no longer theirs: the session ended
 * elsewhere, or somebody else signed in. A log-out on this device has the browser itself forget (`http/clear-device.ts`).
 */
export function useDeviceOwner(): void {
  const root = useRootData();
  const userId = root && (root.user?.id ?? null);
  useEffect(() => {
    // Nothing is known of who that is.
    if (userId === undefined) return;
    // The number on the app's icon outlives a log-out.
    if (userId === null) void navigator.clearAppBadge?.().catch(() => undefined);
    const owner = recallOwner();
    if (owner === userId) return;
    if (owner === null) rememberOwner(userId);
    // Without a network the next page tries again.
    else
      import("../forget-owner.ts").then(
        ({ forgetOwner }) => forgetOwner(userId),
        () => undefined,
      );
  }, [userId]);
}
