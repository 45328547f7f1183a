import { randomBytes, randomUUID } from "node:crypto";
import { asc, count, eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { enqueue } from "#app/queue/queue.ts";
import { type Db, primary, write } from "#db/client.ts";
import { webhookDeliveries, webhooks } from "#db/schema/index.ts";
import { forgetMarks, webhookRecipient } from "../alerts/alert-settings.server.ts";
import { type AlertKind, alertKinds, isAlertKind, newsText } from "../alerts/alerts.ts";
import type { AlertNews, Recipient } from "../alerts/recipients.server.ts";
import { maxWebhooks, type WebhookView, webhookMessages } from "./webhooks.ts";

/** In the order of their making. Not the secrets. */
export async function listWebhooks(): Promise<WebhookView[]> {
  const [rows, waiting] = await Promise.all([
    primary.select().from(webhooks).orderBy(asc(webhooks.createdAt)).limit(maxWebhooks),
    primary
      .select({ webhookId: webhookDeliveries.webhookId, waiting: count() })
      .from(webhookDeliveries)
      .groupBy(webhookDeliveries.webhookId),
  ]);
  return rows.map(({ id, url, kinds, lastAt, lastStatus, lastError }) => ({
    id,
    address: maskedAddress(url),
    kinds: kinds.filter(isAlertKind),
    lastAt: lastAt && formatDateTime(lastAt),
    lastStatus,
    lastError,
    waiting: waiting.find(({ webhookId }) => webhookId === id)?.waiting ?? 0,
  }));
}

const maskedAddress = (url: string) => `${new URL(url).host}/…${url.slice(-4)}`;

/** Returns the secret, which is shown only this once. Throws `Conflict` beyond `maxWebhooks`. */
export async function createWebhook(options: {
  actor: Actor;
  url: string;
  kinds: readonly AlertKind[];
}): Promise<{ secret: string }> {
  const { actor, url, kinds } = options;
  const id = randomUUID();
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await write(async (tx) => {
    const [known] = await tx.select({ rows: count() }).from(webhooks);
    if ((known?.rows ?? 0) >= maxWebhooks) throw new Conflict(webhookMessages.tooMany);
    await tx.insert(webhooks).values({ id, url, kinds: [...kinds], secret, createdAt: new Date() });
    const target = { type: "webhook", id } as const;
    // Not the path: it is the secret of many chats.
    const after = { host: new URL(url).host, kinds };
    await recordAudit(tx, { actor, action: "webhook.create", target, after });
  });
  return { secret };
}

/** Throws `NotFound`. */
export async function setWebhookKinds(options: {
  actor: Actor;
  webhookId: string;
  kinds: readonly AlertKind[];
}): Promise<void> {
  const { actor, webhookId, kinds } = options;
  await write(async (tx) => {
    const changed = await tx
      .update(webhooks)
      .set({ kinds: [...kinds] })
      .where(eq(webhooks.id, webhookId))
      .returning({ id: webhooks.id });
    if (changed.length === 0) throw new NotFound(webhookMessages.gone);
    await forgetMarks(tx, webhookRecipient(webhookId), kinds);
    const target = { type: "webhook", id: webhookId } as const;
    await recordAudit(tx, { actor, action: "webhook.change", target, after: { kinds } });
  });
}

/** With what waits to be sent. Throws `NotFound`, and what `requirePassword` throws. */
export async function deleteWebhook(options: { actor: Actor; webhookId: string }): Promise<void> {
  const { actor, webhookId } = options;
  await write(async (tx) => {
    const [deleted] = await tx
      .delete(webhooks)
      .where(eq(webhooks.id, webhookId))
      .returning({ url: webhooks.url });
    if (!deleted) throw new NotFound(webhookMessages.gone);
    await forgetMarks(tx, webhookRecipient(webhookId));
    const target = { type: "webhook", id: webhookId } as const;
    const before = { host: new URL(deleted.url).host };
    await recordAudit(tx, { actor, action: "webhook.delete", target, before });
  });
}

/** Throws `NotFound`. */
export async function sendTestWebhook(options: { webhookId: string; now?: Date }): Promise<void> {
  const { webhookId, now = new Date() } = options;
  await write(async (tx) => {
    const [found] = await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookId));
    if (!found) throw new NotFound(webhookMessages.gone);
    const text = "テスト：Mugenの管理画面からの知らせが、ここに届きます。";
    await queueDelivery(tx, { webhookId, type: "test", data: {}, text, now });
  });
}

/** As told of what waits, without quiet hours. */
export async function listWebhookRecipients(): Promise<Recipient[]> {
  const rows = await primary
    .select({ id: webhooks.id, kinds: webhooks.kinds })
    .from(webhooks)
    .orderBy(asc(webhooks.createdAt))
    .limit(maxWebhooks);
  return rows.map(({ id: webhookId, kinds }) => ({
    id: webhookRecipient(webhookId),
    kinds: kinds.filter(isAlertKind),
    quiet: null,
    urgentPasses: true,
    tell: (tx, news, now) => queueNews(tx, { webhookId, news, now }),
  }));
}

async function queueNews(tx: Db, o: { webhookId: string; news: AlertNews; now: Date }): Promise<void> {
  const { webhookId, news, now } = o;
  const { kind, newCount, totalCount, summary } = news;
  const { label, page } = alertKinds[kind];
  const url = `${siteOrigin(environment())}${page}`;
  const { title, body } = newsText(news);
  const lines = summary
    ? [`${label}（${summary.day}）`, summary.numbers, summary.waiting].map((part) =>
        part.replaceAll("\t", "："),
      )
    : [title, body];
  const text = [...lines.filter(Boolean), url].join("\n");
  const data = { kind, label, newCount, totalCount, url };
  await queueDelivery(tx, { webhookId, type: `waiting.${kind}`, data, text, now });
}

async function queueDelivery(
  tx: Db,
  o: { webhookId: string; type: string; data: object; text: string; now: Date },
): Promise<void> {
  const { webhookId, type, data, text, now } = o;
  const id = randomUUID();
  // Slack and Mattermost show `text`, Discord `content`.
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data, text, content: text });
  await tx.insert(webhookDeliveries).values({ id, webhookId, body, dueAt: now, createdAt: now });
  await enqueue(tx, { name: "send-webhook", payload: { deliveryId: id }, key: id });
}
