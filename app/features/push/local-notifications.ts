import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { recallPushWish } from "./push-wish.ts";

/** Between two looks at what is unread (ms); a page out of sight is given its turn more seldom. */
const everyMs = 30_000;

let isTelling = false;

/**
 * Shows a notification of the page's own when more is unread than before, for as long as the page is open, its member is
 * signed in and this device can have no push messages (spec 1 §8).
 */
export function tellLocally(registration: ServiceWorkerRegistration): void {
  if (isTelling) return;
  isTelling = true;
  let known: number | null = null;
  const look = async (): Promise<void> => {
    if (recallPushWish()?.how !== "local") {
      isTelling = false;
      return;
    }
    const { status, body } = await askServer("GET", "/api/notifications/unread-count");
    if (status === 401 || status === 403) {
      isTelling = false;
      return;
    }
    const { count } = asRecord(body);
    if (typeof count === "number") {
      if (known !== null && count > known) await show(registration, count).catch(() => undefined);
      known = count;
    }
    setTimeout(() => void look(), everyMs);
  };
  void look();
}

const show = (registration: ServiceWorkerRegistration, count: number): Promise<void> =>
  registration.showNotification("新しい通知があります", {
    body: `未読の通知が${count}件あります。`,
    tag: "unread",
    icon: "/icons/icon-192.png",
    badge: "/icons/monochrome-512.png",
    lang: "ja",
    data: { url: "/notifications" },
  });
