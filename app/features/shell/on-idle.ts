import { restorePush } from "#app/features/push/hooks/restore-push.ts";
import { registerServiceWorker } from "#app/features/site/register-service-worker.ts";

/** Work of an idle page: registers the service worker and renews the push subscription. Never rejects. */
export async function onIdle(): Promise<void> {
  if (await registerServiceWorker()) await restorePush();
}
