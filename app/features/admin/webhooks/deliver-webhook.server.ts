import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { asc, eq, lte } from "drizzle-orm";
import { lookupPublic } from "#app/engines/public-address.ts";
import { nextAttemptAt } from "#app/features/push/server/deliver-push.server.ts";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import { logger } from "#app/logger.server.ts";
import { enqueue } from "#app/queue/queue.ts";
import { primary, write } from "#db/client.ts";
import { webhookDeliveries, webhooks } from "#db/schema/index.ts";
import { mayBeCalled } from "./webhooks.schema.ts";

const timeoutMs = 15_000;

/** The receiver wants nothing more (Standard Webhooks). */
const goneStatus = 410;

/** `webhook-signature` of Standard Webhooks: HMAC-SHA256 over id, time in seconds and body, by the bytes behind `whsec_`. */
export function signWebhook(o: { secret: string; id: string; timestampS: number; body: string }): string {
  const { secret, id, timestampS, body } = o;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestampS}.${body}`).digest("base64")}`;
}

/**
 * Sends a due delivery. Whatever is no 2xx is tried again for a day, except 410. After a crash it is sent again with the same
 * `webhook-id`.
 *
 * @param o.isTrusted any address, also without TLS
 */
export async function deliverWebhook(o: {
  deliveryId: string;
  signal: AbortSignal;
  now?: Date;
  isTrusted?: boolean;
}): Promise<void> {
  const { deliveryId, signal, now = new Date(), isTrusted = false } = o;
  const [found] = await primary
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (!found || found.delivery.dueAt > now) return;
  const { delivery, webhook } = found;
  const { status, error, retryAfterS } = await post({
    url: new URL(webhook.url),
    id: delivery.id,
    secret: webhook.secret,
    body: delivery.body,
    signal,
    now,
    isTrusted,
  });
  const attempts = delivery.attempts + 1;
  const dueAt =
    error === null || status === goneStatus
      ? null
      : nextAttemptAt({ attempts, since: delivery.createdAt, retryAfterS, now });
  if (error !== null)
    logger.warn(
      { job: "send-webhook", host: new URL(webhook.url).host, status, attempts, isGivenUp: dueAt === null },
      "a webhook was not delivered",
    );
  await write(async (tx) => {
    const isDelivery = eq(webhookDeliveries.id, deliveryId);
    if (dueAt) await tx.update(webhookDeliveries).set({ attempts, dueAt }).where(isDelivery);
    else await tx.delete(webhookDeliveries).where(isDelivery);
    await tx
      .update(webhooks)
      .set({ lastAt: now, lastStatus: status, lastError: error })
      .where(eq(webhooks.id, webhook.id));
  });
}

interface Answer {
  /** Null without an answer. */
  status: number | null;
  /** Null when it was taken. */
  error: string | null;
  retryAfterS: number | null;
}

/** Follows no redirect and reads no body. Throws only when `signal` is aborted. */
async function post(o: {
  url: URL;
  id: string;
  secret: string;
  body: string;
  signal: AbortSignal;
  now: Date;
  isTrusted: boolean;
}): Promise<Answer> {
  const { url, id, secret, body, signal, now, isTrusted } = o;
  const failed = (error: string): Answer => ({ status: null, error, retryAfterS: null });
  if (!isTrusted && !mayBeCalled(url)) return failed("not a public address");
  const timestampS = Math.floor(now.getTime() / 1000);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const sent = request(url, {
        method: "POST",
        // Kept connections skip the look-up.
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          "User-Agent": "Mugen",
          "webhook-id": id,
          "webhook-timestamp": timestampS,
          "webhook-signature": signWebhook({ secret, id, timestampS, body }),
        },
        ...(isTrusted ? {} : { lookup: lookupPublic }),
      });
      sent.once("response", (answer) => {
        const { statusCode: status = 0, headers } = answer;
        answer.destroy();
        const isTaken = status >= 200 && status < 300;
        const retryAfterS = parseRetryAfter(headers["retry-after"]);
        resolve({ status, error: isTaken ? null : `HTTP ${status}`, retryAfterS });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  } catch (error) {
    signal.throwIfAborted();
    return failed(error instanceof Error && "code" in error ? String(error.code) : "no answer");
  }
}

/** The rest waits for the next sweep. */
const maxPerSweep = 1000;

/** Also retries, and deliveries whose job was lost. Returns their number. */
export async function enqueueDueWebhooks(): Promise<number> {
  const due = await primary
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lte(webhookDeliveries.dueAt, new Date()))
    .orderBy(asc(webhookDeliveries.dueAt))
    .limit(maxPerSweep);
  for (const { id } of due)
    await write((tx) => enqueue(tx, { name: "send-webhook", payload: { deliveryId: id }, key: id }));
  return due.length;
}
