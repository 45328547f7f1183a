import { notificationClickMessage, type PushMessage } from "#app/features/push/push.ts";
import { parseUrl } from "#app/lib/parse-url.ts";
import { worker } from "./scope.ts";

/** Missing in TypeScript's library; not supported everywhere. */
interface DisplayOptions extends NotificationOptions {
  renotify?: boolean;
  data: { url: string };
}

/** For an unreadable message: browsers require a notification for every push. */
const fallbackMessage = {
  title: "Mugen",
  body: "新しい通知があります。",
  url: "/notifications",
  tag: "mugen",
  isTest: false,
};

worker.addEventListener("push", (event) => event.waitUntil(showMessage(readMessage(event.data))));

function readMessage(data: PushMessageData | null): PushMessage {
  let json: Partial<Record<keyof PushMessage, unknown>> = {};
  try {
    json = { ...data?.json() };
  } catch {
    // Not JSON: shows the fallback.
  }
  const { title, body, url, tag, badge, isTest } = json;
  if (typeof title !== "string" || typeof body !== "string") return fallbackMessage;
  return {
    title,
    body,
    url: typeof url === "string" ? url : fallbackMessage.url,
    tag: typeof tag === "string" ? tag : fallbackMessage.tag,
    isTest: isTest === true,
    ...(typeof badge === "number" ? { badge } : {}),
  };
}

async function showMessage({ title, body, url, tag, badge, isTest }: PushMessage): Promise<void> {
  const shown: DisplayOptions = {
    body,
    tag,
    // Same tag: replaces silently, so that only the first of a hundred likes rings.
    renotify: isTest,
    icon: "/icons/icon-192.png",
    badge: "/icons/monochrome-512.png",
    lang: "ja",
    data: { url },
  };
  await worker.registration.showNotification(title, shown);
  if (badge !== undefined) await worker.navigator.setAppBadge?.(badge).catch(() => undefined);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotification(notificationUrl(event.notification.data)));
});

/** The notifications page if the URL is missing or of another origin. */
function notificationUrl(data: unknown): URL {
  const value = typeof data === "object" && data !== null && "url" in data ? data.url : null;
  const { origin } = worker.location;
  const url = typeof value === "string" ? parseUrl(value, origin) : null;
  return url?.origin === origin ? url : new URL(fallbackMessage.url, origin);
}

/** Navigates an open page, or opens a window. Asks the page to navigate itself first: audio keeps playing then. */
async function openNotification({ href, pathname, search, hash }: URL): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href) ?? pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(href);
    return;
  }
  // Only allowed shortly after the click.
  const focused = await page.focus().catch(() => page);
  if (focused.url === href || (await navigatesItself(focused, pathname + search + hash))) return;
  await focused.navigate(href).catch(() => worker.clients.openWindow(href));
}

const replyTimeoutMs = 500;

function navigatesItself(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), replyTimeoutMs);
    page.postMessage({ type: notificationClickMessage, path }, [port2]);
  });
}

/** Missing in TypeScript's lib.webworker. */
interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}

const isSubscriptionChange = (event: Event): event is SubscriptionChange => event instanceof ExtendableEvent;

worker.addEventListener("pushsubscriptionchange", (event) => {
  if (isSubscriptionChange(event)) event.waitUntil(resubscribe(event));
});

/** Sends the server the browser's new subscription; ignored when signed out. */
async function resubscribe({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !key) return;
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key ?? null,
    }));
  await fetch("/api/push/subscribe", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(subscription),
  });
}
