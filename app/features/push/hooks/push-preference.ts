import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

const methodKey = "push";
const sessionKey = "push-session";
/** Removed at log-out, which ends the subscription. */
const endpointKey = "push-endpoint";
const ownerKey = "push-owner";

/**
 * Push messages are turned on for this device, as stored in localStorage. `local`: no push service is reachable, and an
 * open page shows notifications itself. `session`: public name of the session that subscribed. `endpoint`: the endpoint last
 * registered at the server, empty for none.
 */
interface PushPreference {
  method: "push" | "local";
  session: string;
  endpoint: string;
}

/** The preference of the member who is signed in on this device; null when push is off or was turned on by another member. */
export function readPushPreference(): PushPreference | null {
  const method = readLocalStorage(methodKey);
  if (readLocalStorage(ownerKey) !== readDeviceOwner()) return null;
  if (method !== "push" && method !== "local") return null;
  return {
    method,
    session: readLocalStorage(sessionKey) ?? "",
    endpoint: readLocalStorage(endpointKey) ?? "",
  };
}

/** Stores the preference for the member who is signed in on this device. */
export function savePushPreference({ method, session, endpoint }: PushPreference): void {
  writeLocalStorage(methodKey, method);
  writeLocalStorage(sessionKey, session);
  writeLocalStorage(endpointKey, endpoint);
  writeLocalStorage(ownerKey, readDeviceOwner() ?? "");
}

/** Turns push messages off for this device. */
export function clearPushPreference(): void {
  removeFromLocalStorage(methodKey);
  removeFromLocalStorage(sessionKey);
  removeFromLocalStorage(endpointKey);
  removeFromLocalStorage(ownerKey);
}

/**
 * Why this browser can't receive push messages: no Push API, an iPhone or iPad (push works only in apps of the home
 * screen), or the user has denied the permission.
 */
export type PushBlocker = "unsupported" | "home-screen" | "denied";

/** The reason that blocks push messages; null when there is none. */
export function pushBlocker(): PushBlocker | null {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return isAppleMobile() ? "home-screen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** iPhone or iPad; an iPad identifies itself as a Mac with touch points. */
const isAppleMobile = () =>
  /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
