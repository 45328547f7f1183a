import { dismissInPlace } from "#app/features/announcements/dismiss-in-place.ts";
import { startLicenseRenewal } from "#app/features/offline/hooks/renew-license.ts";
import { pushBlocker, readPushPreference } from "#app/features/push/hooks/push-preference.ts";
import { registerServiceWorker } from "#app/features/site/register-service-worker.ts";
import { announcePages } from "./announce-pages.ts";

/**
 * Announces pages, closes announcements, renews the license of downloads, registers the service worker and
 * renews the push subscription. Never rejects.
 */
export async function onIdle(): Promise<void> {
  announcePages();
  dismissInPlace();
  startLicenseRenewal();
  if (await registerServiceWorker()) await restorePush();
}

/** Renews the subscription of a device with push on. */
async function restorePush(): Promise<void> {
  if (pushBlocker() || !readPushPreference()) return;
  // Offline: the next page tries again.
  await import("#app/features/push/hooks/push-subscription.ts")
    .then(({ syncPush }) => syncPush())
    .catch(() => undefined);
}
