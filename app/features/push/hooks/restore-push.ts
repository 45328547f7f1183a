import { pushBlocker, readPushPreference } from "./push-preference.ts";

/** Renews the subscription of a device with push on. Call it when the page is idle. Never rejects. */
export async function restorePush(): Promise<void> {
  if (pushBlocker() || !readPushPreference()) return;
  // Offline: the next page tries again.
  await import("./push-subscription.ts").then(({ syncPush }) => syncPush()).catch(() => undefined);
}
