/** How often a page that comes into view looks for a new version of the app, at most (ms). */
const everyMs = 60 * 60 * 1000;

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/**
 * The service worker of this device, which keeps the app's shell and takes push messages; null where there can be none: an
 * old browser, a private window, a page in another site's frame, development. Never rejects.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
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
    // Without a network the next look tells.
    registration.update().catch(() => undefined);
  });
}
