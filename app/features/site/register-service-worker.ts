import { hourMs } from "#app/lib/time-units.ts";

const everyMs = hourMs;

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * Registers the service worker, which caches the app shell and receives push messages. Null where that is impossible: an old
 * browser, a private window, a framed page, development. Never rejects.
 */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= register();
  return registered;
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || window.top !== window) return null;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    lookForUpdates(registration);
    return registration;
  } catch {
    return null;
  }
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lastLook = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lastLook < everyMs) return;
    lastLook = Date.now();
    // Offline: the next check retries.
    registration.update().catch(() => undefined);
  });
}
