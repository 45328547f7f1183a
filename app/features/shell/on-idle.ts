import { dismissInPlace } from "#app/features/announcements/dismiss-in-place.ts";
import { restorePush } from "#app/features/push/hooks/restore-push.ts";
import { registerServiceWorker } from "#app/features/site/register-service-worker.ts";

/** Closes announcements, registers the service worker and renews the push subscription. Never rejects. */
export async function onIdle(): Promise<void> {
  dismissInPlace();
  if (await registerServiceWorker()) await restorePush();
}
