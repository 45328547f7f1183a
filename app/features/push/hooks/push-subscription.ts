import { registerServiceWorker } from "#app/features/site/register-service-worker.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import {
  clearPushPreference,
  hasOperatorPush,
  type PushBlocker,
  pushBlocker,
  readPushPreference,
  savePushPreference,
} from "./push-preference.ts";

export type PushState = PushBlocker | "off" | "on" | "local";

/**
 * Brings browser and server in line and returns the state: subscribes again after a sign-in or when the browser has changed or
 * dropped its subscription; turns off when the member stopped this device from another one. Never rejects.
 */
export async function syncPush(): Promise<PushState> {
  const blocker = pushBlocker();
  const preference = readPushPreference();
  if (blocker) return blocker;
  if (!preference || Notification.permission !== "granted") return "off";
  const registration = await registerServiceWorker();
  if (!registration) return "off";
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  const { ok, status, body } = await fetchJson("GET", "/api/push/subscribe");
  if (status === 401 || status === 403) return "off";
  const { endpoint, session } = asRecord(body);
  const isUnchanged = ok ? endpoint === subscription?.endpoint : subscription !== null;
  if (preference.method === "push" && isUnchanged) {
    // The service worker may have registered another endpoint; it can't write localStorage.
    if (typeof endpoint === "string" && typeof session === "string")
      savePushPreference({ ...preference, session, endpoint });
    return "on";
  }
  // An endpoint that was never registered was not stopped: the push service has expired the last one.
  const isStopped =
    endpoint === null && session === preference.session && subscription?.endpoint === preference.endpoint;
  if (ok && preference.method === "push" && isStopped) {
    await endSubscription(subscription);
    clearPushPreference();
    return "off";
  }
  if (!ok) return preference.method === "push" ? "on" : "local";
  const outcome = await subscribeBrowser(registration);
  if (outcome === "local") startLocalNotifications(registration);
  return outcome === "signed-out" ? "off" : outcome;
}

/** `local`: no push service is reachable, or the server does not accept it. */
type SubscribeOutcome = "on" | "local" | "signed-out";

/** Subscribes at the push service, registers at the server, stores the preference. Needs the permission. Never rejects. */
async function subscribeBrowser(registration: ServiceWorkerRegistration): Promise<SubscribeOutcome> {
  const state = await fetchJson("GET", "/api/push/subscribe");
  if (state.status === 401 || state.status === 403) return "signed-out";
  const { session } = asRecord(state.body);
  const subscription = await subscribeToPushService(registration).then(postSubscription, () => null);
  savePushPreference({
    method: subscription ? "push" : "local",
    session: typeof session === "string" ? session : "",
    endpoint: subscription?.endpoint ?? "",
  });
  return subscription ? "on" : "local";
}

export async function subscribeToPushService({
  pushManager,
}: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { ok, body } = await fetchJson("GET", "/api/push/vapid-key");
  const { publicKey } = asRecord(body);
  if (!ok || typeof publicKey !== "string") throw new Error("no VAPID key");
  const key = decodeBase64Url(publicKey);
  const existing = await pushManager.getSubscription();
  // A subscription with another key rejects our messages.
  if (existing && !hasSameBytes(existing.options.applicationServerKey, key)) await existing.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function postSubscription(subscription: PushSubscription): Promise<PushSubscription | null> {
  const { ok } = await fetchJson("POST", "/api/push/subscribe", { json: subscription.toJSON() });
  return ok ? subscription : null;
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));

function hasSameBytes(buffer: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(buffer ?? []);
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}

async function endSubscription(subscription: PushSubscription): Promise<void> {
  if (!hasOperatorPush()) await subscription.unsubscribe().catch(() => false);
}

export type SwitchOutcome = PushState | "dismissed" | "setup-failed" | "signed-out";

const workerTimeoutMs = 15_000;

/** Asks for the permission and subscribes. Call it from a click handler: browsers show the prompt only then. Never rejects. */
export async function enablePush(): Promise<SwitchOutcome> {
  const blocker = pushBlocker();
  if (blocker) return blocker;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const registration = await activeWorker();
  if (!registration) return "setup-failed";
  const outcome = await subscribeBrowser(registration);
  if (outcome === "local") startLocalNotifications(registration);
  return outcome;
}

/** Ends the subscription at the server, and at the push service unless operators' messages come by it. Never rejects. */
export async function disablePush(): Promise<SwitchOutcome> {
  clearPushPreference();
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  if (!subscription) return "off";
  await fetchJson("DELETE", "/api/push/subscribe", { json: { endpoint: subscription.endpoint } });
  await endSubscription(subscription);
  return "off";
}

/** `devices`: how many it was sent to; null with a message on failure. */
export async function sendTestNotification(): Promise<{ devices: number | null; message: string }> {
  const { ok, body } = await fetchJson("POST", "/api/notifications/test-push", { json: { test: true } });
  const { devices, error } = asRecord(body);
  return {
    devices: ok && typeof devices === "number" ? devices : null,
    message:
      typeof error === "string" ? error : "通信できませんでした。接続を確認して、もう一度お試しください。",
  };
}

/** Null when not registered or not active in time. */
export async function activeWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!(await registerServiceWorker())) return null;
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), workerTimeoutMs));
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** Browsers throttle it in hidden pages. */
const pollIntervalMs = 30_000;

let isRunning = false;

/**
 * For devices that reach no push service: while a page is open, polls the unread count and shows a notification when it grows.
 * Ends at sign-out, or when the preference is no longer `local`.
 */
export function startLocalNotifications(registration: ServiceWorkerRegistration): void {
  if (isRunning) return;
  isRunning = true;
  let lastCount: number | null = null;
  const poll = async (): Promise<void> => {
    if (readPushPreference()?.method !== "local") {
      isRunning = false;
      return;
    }
    const { status, body } = await fetchJson("GET", "/api/notifications/unread-count");
    if (status === 401 || status === 403) {
      isRunning = false;
      return;
    }
    const { count } = asRecord(body);
    if (typeof count === "number") {
      if (lastCount !== null && count > lastCount)
        await showNotification(registration, count).catch(() => undefined);
      lastCount = count;
    }
    setTimeout(() => void poll(), pollIntervalMs);
  };
  void poll();
}

const showNotification = (registration: ServiceWorkerRegistration, count: number): Promise<void> =>
  registration.showNotification("新しい通知があります", {
    body: `未読の通知が${count}件あります。`,
    tag: "unread",
    icon: "/icons/icon-192.png",
    badge: "/icons/monochrome-512.png",
    lang: "ja",
    data: { url: "/notifications" },
  });
