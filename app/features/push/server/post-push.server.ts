import { createHash } from "node:crypto";
import webPush from "web-push";
import type { PushMessage } from "../push-message.ts";
import { pushAddress } from "./push-address.server.ts";
import { vapidKeys, vapidSubject } from "./vapid-keys.server.ts";

/** Seconds for which a push service keeps a message for a browser that is not online. */
const timeToLiveS = 24 * 60 * 60;

/** Milliseconds that a push service may take to answer. */
const longestAnswerMs = 10_000;

/** What became of a message at the push service. `status` is null when there was no answer. */
export type PushOutcome =
  | { kind: "taken" }
  /** The browser has ended its subscription. */
  | { kind: "gone" }
  /** Not now; `retryAfterS` if the service says when. */
  | { kind: "later"; status: number | null; retryAfterS: number | null }
  | { kind: "refused"; status: number | null };

/**
 * Hands a message to the push service of a browser, encrypted for it (RFC 8030, 8291, 8292). Never throws for what the service
 * does; an aborted `signal` throws.
 */
export async function postPush(options: {
  subscription: { endpoint: string; p256dh: string; auth: string };
  message: PushMessage;
  signal: AbortSignal;
}): Promise<PushOutcome> {
  const { subscription, message, signal } = options;
  const address = pushAddress(subscription.endpoint);
  // The setting may have changed since it was subscribed.
  if (!address) return { kind: "refused", status: null };
  const { p256dh, auth } = subscription;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: address, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: vapidSubject(), ...(await vapidKeys()) },
      TTL: timeToLiveS,
      urgency: message.isTest ? "high" : "normal",
      topic: topicOf(message.tag),
    },
  );
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) sent.set(name, String(value));
  // The client counts the bytes itself.
  sent.delete("Content-Length");
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: sent,
      body: body ? new Uint8Array(body) : null,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
    });
  } catch {
    signal.throwIfAborted();
    return { kind: "later", status: null, retryAfterS: null };
  }
  await response.body?.cancel().catch(() => {});
  return outcomeOf(response);
}

function outcomeOf(response: Response): PushOutcome {
  const { status } = response;
  if (response.ok) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", status, retryAfterS: retryAfterOf(response.headers.get("Retry-After")) };
  return { kind: "refused", status };
}

/** Seconds, from seconds or a date (RFC 9110 §10.2.3); null for anything else. */
export function retryAfterOf(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The same for messages of which the last is enough: at most 32 characters of base64url (RFC 8030 §5.4). */
export const topicOf = (tag: string): string =>
  createHash("sha256").update(tag).digest("base64url").slice(0, 32);
