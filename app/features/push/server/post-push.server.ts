import { createHash } from "node:crypto";
import { normalizePushEndpoint } from "#app/features/push/push.schema.ts";
import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import type { PushMessage } from "../push.ts";
import { vapidKeys, vapidSubject } from "./vapid-keys.server.ts";

/** How long a push service stores a message for an offline browser. */
const timeToLiveS = 24 * 60 * 60;

const requestTimeoutMs = 10_000;

/** UTF-8. Push services accept 4 KB after encryption; with JSON these stay below 3 KB. */
const maxTitleBytes = 200;
const maxBodyBytes = 1000;

export type PushOutcome =
  | { kind: "accepted" }
  | { kind: "gone" }
  /** `retryAfterS`: if the service says so. */
  | { kind: "later"; status: number | null; retryAfterS: number | null }
  | { kind: "refused"; status: number | null };

/** Sends an encrypted message (RFC 8030, 8291, 8292). Failures are outcomes; throws only when `signal` is aborted. */
export async function postPush(options: {
  subscription: { endpoint: string; p256dh: string; auth: string };
  message: PushMessage;
  signal: AbortSignal;
}): Promise<PushOutcome> {
  const { subscription, message, signal } = options;
  const endpoint = normalizePushEndpoint(subscription.endpoint);
  // `PUSH_SERVICES` may have changed since the subscription.
  if (!endpoint) return { kind: "refused", status: null };
  const { p256dh, auth } = subscription;
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({
      ...message,
      title: truncateToBytes(message.title, maxTitleBytes),
      body: truncateToBytes(message.body, maxBodyBytes),
    }),
    {
      vapidDetails: { subject: vapidSubject(), ...(await vapidKeys()) },
      TTL: timeToLiveS,
      urgency: message.isTest ? "high" : "normal",
      topic: topicOf(message.tag),
    },
  );
  const requestHeaders = new Headers();
  for (const [name, value] of Object.entries(headers)) requestHeaders.set(name, String(value));
  // `fetch` sets it.
  requestHeaders.delete("Content-Length");
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: "POST",
      headers: requestHeaders,
      body: body ? new Uint8Array(body) : null,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
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
  if (response.ok) return { kind: "accepted" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", status, retryAfterS: parseRetryAfter(response.headers.get("Retry-After")) };
  return { kind: "refused", status };
}

/** A tag's `Topic`, by which a message replaces the last one: 32 characters of base64url (RFC 8030 §5.4). */
export const topicOf = (tag: string): string =>
  createHash("sha256").update(tag).digest("base64url").slice(0, 32);

const encoder = new TextEncoder();
const ellipsis = "…";

/** Truncates to `maxBytes` of UTF-8, after a whole grapheme, with 「…」. */
export function truncateToBytes(text: string, maxBytes: number): string {
  const byteLength = (part: string) => encoder.encode(part).length;
  if (byteLength(text) <= maxBytes) return text;
  const available = maxBytes - byteLength(ellipsis);
  let length = 0;
  let truncated = "";
  for (const { segment } of graphemeSegmenter.segment(text)) {
    length += byteLength(segment);
    if (length > available) break;
    truncated += segment;
  }
  return `${truncated}${ellipsis}`;
}
