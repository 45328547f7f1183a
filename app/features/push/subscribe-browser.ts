import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { rememberPushWish } from "./push-wish.ts";

/** `signed-out`: the site takes no subscription of nobody's. `local`: no push service could be reached, or none of ours. */
export type Subscribed = "on" | "local" | "signed-out";

/**
 * Subscribes this browser at its push service and tells the site, and remembers that it is wanted. The permission has been
 * given. Never rejects.
 */
export async function subscribeBrowser(registration: ServiceWorkerRegistration): Promise<Subscribed> {
  const state = await askServer("GET", "/api/push/subscribe");
  if (state.status === 401 || state.status === 403) return "signed-out";
  const { session } = asRecord(state.body);
  const told = await subscribeAtService(registration).then(tellSite, () => null);
  rememberPushWish({
    how: told ? "push" : "local",
    session: typeof session === "string" ? session : "",
    endpoint: told?.endpoint ?? "",
  });
  return told ? "on" : "local";
}

async function subscribeAtService({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { ok, body } = await askServer("GET", "/api/push/vapid-key");
  const { publicKey } = asRecord(body);
  if (!ok || typeof publicKey !== "string") throw new Error("no key");
  const key = bytesOf(publicKey);
  const known = await pushManager.getSubscription();
  // One for other keys takes no messages of ours.
  if (known && !isSame(known.options.applicationServerKey, key)) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Null when the site has not taken it. */
async function tellSite(subscription: PushSubscription): Promise<PushSubscription | null> {
  const { ok } = await askServer("POST", "/api/push/subscribe", { json: subscription.toJSON() });
  return ok ? subscription : null;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(known ?? []);
  return bytes.length === key.length && bytes.every((byte, place) => byte === key[place]);
}
