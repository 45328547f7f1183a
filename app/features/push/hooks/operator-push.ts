import { fetchJson } from "#app/lib/fetch-json.ts";
import { type PushBlocker, pushBlocker, saveOperatorPush } from "./push-preference.ts";
import { activeWorker, subscribeToPushService } from "./push-subscription.ts";

const operatorPushCall = "/api/admin/push";

type OperatorPushState = PushBlocker | "off" | "on";

/** `digests`: SHA-256 of the operator's endpoints. Never rejects. */
export async function readOperatorPush(digests: readonly string[]): Promise<OperatorPushState> {
  const blocker = pushBlocker();
  if (blocker) return blocker;
  const subscription = await findSubscription();
  if (!subscription) return "off";
  return digests.includes(await digestOf(subscription.endpoint)) ? "on" : "off";
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? null;
}

async function digestOf(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export type OperatorPushOutcome = OperatorPushState | "dismissed" | "failed";

/** Asks for the permission and subscribes. Call it from a click handler. Never rejects. */
export async function enableOperatorPush(): Promise<OperatorPushOutcome> {
  const blocker = pushBlocker();
  if (blocker) return blocker;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const registration = await activeWorker();
  const subscription = registration && (await subscribeToPushService(registration).catch(() => null));
  if (!subscription) return "failed";
  const { ok } = await fetchJson("POST", operatorPushCall, { json: subscription.toJSON() });
  if (!ok) return "failed";
  saveOperatorPush(true);
  return "on";
}

/** The browser's subscription stays: it may be the member's too. Never rejects. */
export async function disableOperatorPush(): Promise<OperatorPushOutcome> {
  saveOperatorPush(false);
  const subscription = await findSubscription();
  if (!subscription) return "off";
  const { endpoint } = subscription;
  const { ok } = await fetchJson("DELETE", operatorPushCall, { json: { endpoint } });
  return ok ? "off" : "failed";
}
