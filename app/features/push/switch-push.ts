import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { registerWorker } from "../shell/register-worker.ts";
import { tellLocally } from "./local-notifications.ts";
import { pushObstacle } from "./push-obstacle.ts";
import { forgetPushWish } from "./push-wish.ts";
import { subscribeBrowser } from "./subscribe-browser.ts";
import type { PushState } from "./sync-push.ts";

/** What came of a press: how it stands now, or why it can't be said (`dismissed`: the browser's question was closed). */
export type Switched = PushState | "dismissed" | "setup-failed" | "signed-out";

/** Milliseconds that the service worker may take to be there. */
const longestSetupMs = 15_000;

/** Asks for the permission, subscribes and stores. Call it from a press: browsers ask nobody else. Never rejects. */
export async function switchPushOn(): Promise<Switched> {
  const obstacle = pushObstacle();
  if (obstacle) return obstacle;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const registration = await readyWorker();
  if (!registration) return "setup-failed";
  const subscribed = await subscribeBrowser(registration);
  if (subscribed === "local") tellLocally(registration);
  return subscribed;
}

/** Tells the site and the browser's push service that nothing is wanted any more. Never rejects. */
export async function switchPushOff(): Promise<Switched> {
  forgetPushWish();
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  if (!subscription) return "off";
  await askServer("DELETE", "/api/push/subscribe", { json: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe().catch(() => false);
  return "off";
}

/** Devices that the test message was sent to; null when it was not sent, with the reason in words. */
export async function sendTestNotification(): Promise<{ devices: number | null; refusal: string }> {
  const { ok, body } = await askServer("POST", "/api/notifications/test-push", { json: { test: true } });
  const { devices, error } = asRecord(body);
  return {
    devices: ok && typeof devices === "number" ? devices : null,
    refusal:
      typeof error === "string" ? error : "通信できませんでした。接続を確認して、もう一度お試しください。",
  };
}

async function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!(await registerWorker())) return null;
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), longestSetupMs));
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}
