import { readDeviceOwner } from "#app/features/site/device-owner.ts";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";

const methodKey = "push";
const sessionKey = "push-session";
/** Removed at log-out, which ends the subscription. */
const endpointKey = "push-endpoint";
const ownerKey = "push-owner";

/**
 * Push is on for this device, in localStorage. `local`: no push service is reachable, and an open page shows notifications
 * itself. `session`: public name of the subscribing session. `endpoint`: as last registered; empty for none.
 */
interface PushPreference {
  method: "push" | "local";
  session: string;
  endpoint: string;
}

/** The signed-in member's preference; null when push is off or another member turned it on. */
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

/** Stores the preference for the signed-in member. */
export function savePushPreference({ method, session, endpoint }: PushPreference): void {
  writeLocalStorage(methodKey, method);
  writeLocalStorage(sessionKey, session);
  writeLocalStorage(endpointKey, endpoint);
  writeLocalStorage(ownerKey, readDeviceOwner() ?? "");
}

const operatorKey = "push-operator";

/** Whether this browser gets the console's messages: the member's switch must not end its subscription then. */
export const hasOperatorPush = () => readLocalStorage(operatorKey) !== null;

export function saveOperatorPush(isOn: boolean): void {
  if (isOn) writeLocalStorage(operatorKey, "on");
  else removeFromLocalStorage(operatorKey);
}

/** Turns push off for this device. */
export function clearPushPreference(): void {
  removeFromLocalStorage(methodKey);
  removeFromLocalStorage(sessionKey);
  removeFromLocalStorage(endpointKey);
  removeFromLocalStorage(ownerKey);
}

/** `home-screen`: on an iPhone or iPad push works only in apps of the home screen. */
export type PushBlocker = "unsupported" | "home-screen" | "denied";

/** What blocks push; null for nothing. */
export function pushBlocker(): PushBlocker | null {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) return isAppleMobile() ? "home-screen" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPad identifies itself as a Mac with touch points. */
const isAppleMobile = () =>
  /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
