import { followMessage } from "#app/features/push/follow-message.ts";
import type { PushMessage } from "#app/features/push/push-message.ts";
import { parseUrl } from "#app/lib/parse-url.ts";
import { worker } from "./scope.ts";

/** Not every browser takes part in this, and those that do know it. */
interface Shown extends NotificationOptions {
  renotify?: boolean;
  data: { url: string };
}

/** What is shown for a message of a version that this one does not know: something must be. */
const unknown = {
  title: "Mugen",
  body: "新しい通知があります。",
  url: "/notifications",
  tag: "mugen",
  isTest: false,
};

worker.addEventListener("push", (event) => event.waitUntil(show(readMessage(event.data))));

type Message = Omit<PushMessage, "badge"> & { badge?: number };

function readMessage(data: PushMessageData | null): Message {
  let given: Partial<Record<keyof PushMessage, unknown>> = {};
  try {
    given = { ...data?.json() };
  } catch {
    // Not ours, and still no reason to be silent.
  }
  const { title, body, url, tag, badge, isTest } = given;
  if (typeof title !== "string" || typeof body !== "string") return unknown;
  return {
    title,
    body,
    url: typeof url === "string" ? url : unknown.url,
    tag: typeof tag === "string" ? tag : unknown.tag,
    isTest: isTest === true,
    ...(typeof badge === "number" ? { badge } : {}),
  };
}

async function show({ title, body, url, tag, badge, isTest }: Message): Promise<void> {
  const shown: Shown = {
    body,
    tag,
    // One that stands already is changed without a sound: of a hundred likes the first one rings.
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
  event.waitUntil(open(addressOf(event.notification.data)));
});

/** The page that a notification leads to; one of another site's leads to the notifications. */
function addressOf(data: unknown): URL {
  const given = typeof data === "object" && data !== null && "url" in data ? data.url : null;
  const { origin } = worker.location;
  const url = typeof given === "string" ? parseUrl(given, origin) : null;
  return url?.origin === origin ? url : new URL(unknown.url, origin);
}

/** Leads an open page there, or opens one. A page that is asked goes there itself, so that its sound goes on. */
async function open({ href, pathname, search, hash }: URL): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href) ?? pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(href);
    return;
  }
  // Only what has been pressed may take the focus, and not for long.
  const focused = await page.focus().catch(() => page);
  if (focused.url === href || (await follows(focused, pathname + search + hash))) return;
  await focused.navigate(href).catch(() => worker.clients.openWindow(href));
}

/** How long a page has to say that it goes there itself, in ms. */
const patienceMs = 500;

function follows(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patienceMs);
    page.postMessage({ type: followMessage, path }, [port2]);
  });
}

/** Of lib.webworker not yet a part. */
interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}

const isSubscriptionChange = (event: Event): event is SubscriptionChange => event instanceof ExtendableEvent;

worker.addEventListener("pushsubscriptionchange", (event) => {
  if (isSubscriptionChange(event)) event.waitUntil(subscribeAgain(event));
});

/** The browser has given its address up for another: the site is told of that one. Whoever is signed out by then is not. */
async function subscribeAgain({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> {
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
