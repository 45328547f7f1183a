import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { readPushPreference } from "./push-preference.ts";

/** Interval of polling the unread count; browsers throttle it in hidden pages. */
const pollIntervalMs = 30_000;

let isRunning = false;

/**
 * Fallback for devices that reach no push service: polls the unread count and shows a notification when it has grown, while
 * the page is open, the member is signed in and the preference is `local`.
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
