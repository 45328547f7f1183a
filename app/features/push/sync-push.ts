import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { registerWorker } from "../shell/register-worker.ts";
import { tellLocally } from "./local-notifications.ts";
import { type PushObstacle, pushObstacle } from "./push-obstacle.ts";
import { forgetPushWish, recallPushWish, rememberPushWish } from "./push-wish.ts";
import { subscribeBrowser } from "./subscribe-browser.ts";

export type PushState = PushObstacle | "off" | "on" | "local";

/**
 * How push messages stand on this device. Where they are wanted and the sign-in is a new one, or the browser has changed or
 * dropped its subscription, it is subscribed again without a word; where the member has stopped them from elsewhere they
 * stay so. Never rejects.
 */
export async function syncPush(): Promise<PushState> {
  const obstacle = pushObstacle();
  const wish = recallPushWish();
  if (obstacle) return obstacle;
  if (!wish || Notification.permission !== "granted") return "off";
  const registration = await registerWorker();
  if (!registration) return "off";
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  const { ok, status, body } = await askServer("GET", "/api/push/subscribe");
  if (status === 401 || status === 403) return "off";
  const { endpoint, session } = asRecord(body);
  const isAsBefore = ok ? endpoint === subscription?.endpoint : subscription !== null;
  if (wish.how === "push" && isAsBefore) {
    // The service worker may have told the site of another address, and can't note it here.
    if (typeof endpoint === "string" && typeof session === "string")
      rememberPushWish({ ...wish, session, endpoint });
    return "on";
  }
  // An address of which the site was never told was not stopped either: the one before it was given up by its service.
  const isStopped = endpoint === null && session === wish.session && subscription?.endpoint === wish.endpoint;
  if (ok && wish.how === "push" && isStopped) {
    await subscription.unsubscribe().catch(() => false);
    forgetPushWish();
    return "off";
  }
  if (!ok) return wish.how === "push" ? "on" : "local";
  const subscribed = await subscribeBrowser(registration);
  if (subscribed === "local") tellLocally(registration);
  return subscribed === "signed-out" ? "off" : subscribed;
}
