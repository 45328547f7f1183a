import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "#db/client.ts";
import { alertMarks, auditLog, trackReports, webhookDeliveries, webhooks } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { listen } from "#test/listen.ts";
import { addTrack } from "#test/tracks.ts";
import { sendAlerts } from "../alerts/send-alerts.server.ts";
import { deliverWebhook, signWebhook } from "./deliver-webhook.server.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  sendTestWebhook,
  setWebhookKinds,
} from "./webhook-verbs.server.ts";
import { webhooksForm } from "./webhooks.schema.ts";

withDatabase();

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let received: Received[] = [];
let answer = { status: 204, headers: {} };
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
  response.writeHead(answer.status, answer.headers).end("not for the log");
});
let origin = "";
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => void server.close());

beforeEach(async () => {
  received = [];
  answer = { status: 204, headers: {} };
  await write(async (tx) => {
    for (const one of [webhooks, alertMarks, trackReports]) await tx.delete(one);
  });
});

const actor = { kind: "admin", name: "花" } as const;
const at = (time: string) => new Date(`2026-11-28T${time}:00+09:00`);

async function addWebhook(): Promise<{ id: string; secret: string }> {
  const { secret } = await createWebhook({ actor, url: `${origin}/hooks/secret-path`, kinds: ["reports"] });
  return { id: (await listWebhooks())[0]?.id ?? "", secret };
}

async function report(createdAt: Date): Promise<void> {
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId, title: "ひみつの題名" });
  await write((tx) =>
    tx.insert(trackReports).values({ trackId, userId, reason: "other", comment: "ひみつの話", createdAt }),
  );
}

async function deliverAll(now: Date, isTrusted = true): Promise<void> {
  for (const { id: deliveryId } of await db.select().from(webhookDeliveries))
    await deliverWebhook({ deliveryId, signal: AbortSignal.timeout(30_000), now, isTrusted });
}

/** As a receiver does it: five minutes of tolerance, and a comparison in constant time. */
function verify({ headers, body }: Received, secret: string, now: Date): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return String(signatures)
    .split(" ")
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
      return one.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

test("the signature is that of Standard Webhooks", () => {
  const signature = signWebhook({
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampS: 1614265330,
    body: '{"test": 2432232314}',
  });
  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("what waits arrives once, signed, with numbers alone", async () => {
  const { secret } = await addWebhook();
  await sendAlerts(at("09:00"));
  await report(at("09:01"));
  await report(at("09:02"));
  const told = await Promise.all([sendAlerts(at("09:03")), sendAlerts(at("09:03"))]);
  expect(told.toSorted()).toEqual([0, 1]);
  await deliverAll(at("09:03"));
  await deliverAll(at("09:03"));
  const [message] = received;
  expect(received).toHaveLength(1);
  if (!message) return;
  expect(verify(message, secret, at("09:03"))).toBe(true);
  expect(verify({ ...message, body: message.body.replace("2", "3") }, secret, at("09:03"))).toBe(false);
  expect(verify(message, secret, at("09:10"))).toBe(false);
  const text = expect.stringMatching(
    /^報告：新しく2件\n未対応の報告は、いま2件です。\nhttp.*\/admin\/inquiries\?tab=reports$/,
  );
  expect(JSON.parse(message.body)).toEqual({
    type: "waiting.reports",
    timestamp: at("09:03").toISOString(),
    data: {
      kind: "reports",
      label: "報告",
      newCount: 2,
      totalCount: 2,
      url: expect.stringMatching(/\/admin\/inquiries\?tab=reports$/),
    },
    text,
    content: text,
  });
  expect(message.body).not.toContain("ひみつ");
  expect(await listWebhooks()).toMatchObject([{ lastStatus: 204, lastError: null, waiting: 0 }]);
});

test("what is refused is tried again with the same id, when its time has come, for a day", async () => {
  const { id: webhookId, secret } = await addWebhook();
  await sendTestWebhook({ webhookId, now: at("09:00") });
  answer = { status: 500, headers: {} };
  await deliverAll(at("09:00"));
  expect(await listWebhooks()).toMatchObject([{ lastStatus: 500, lastError: "HTTP 500", waiting: 1 }]);
  await deliverAll(at("09:00"));
  expect(received).toHaveLength(1);
  answer = { status: 429, headers: { "Retry-After": "600" } };
  await deliverAll(at("09:01"));
  answer = { status: 200, headers: {} };
  await deliverAll(at("09:10"));
  expect(received).toHaveLength(2);
  await deliverAll(at("09:11"));
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(received.map((one) => verify(one, secret, at("09:05")))).toEqual([true, true, false]);
  expect(await listWebhooks()).toMatchObject([{ lastStatus: 200, lastError: null, waiting: 0 }]);

  await sendTestWebhook({ webhookId, now: at("10:00") });
  answer = { status: 503, headers: {} };
  let [waiting] = await db.select().from(webhookDeliveries);
  for (let tries = 1; waiting; tries++) {
    await deliverAll(waiting.dueAt);
    [waiting] = await db.select().from(webhookDeliveries);
    expect(tries).toBeLessThan(10);
  }
  expect(received.length).toBe(3 + 8);
});

test("a receiver that wants nothing more, and a redirect", async () => {
  const { id: webhookId } = await addWebhook();
  await sendTestWebhook({ webhookId, now: at("09:00") });
  answer = { status: 302, headers: { Location: `${origin}/elsewhere` } };
  await deliverAll(at("09:00"));
  expect(received).toHaveLength(1);
  answer = { status: 410, headers: {} };
  await deliverAll(at("09:01"));
  expect(await listWebhooks()).toMatchObject([{ lastStatus: 410, lastError: "HTTP 410", waiting: 0 }]);
});

test.each([
  "http://chat.example.com/hook",
  "https://127.0.0.1/hook",
  "https://[::1]/hook",
  "https://chat.example.com:8443/hook",
  "https://user:password@chat.example.com/hook",
  "chat",
])("%s is no address for messages", (url) => {
  expect(webhooksForm.safeParse({ intent: "create", url, kinds: ["reports"] }).success).toBe(false);
});

test("an address in the own network is not called, whatever name it has", async () => {
  const { id: webhookId } = await addWebhook();
  await sendTestWebhook({ webhookId, now: at("09:00") });
  await deliverAll(at("09:00"), false);
  expect(received).toEqual([]);
  await write((tx) => tx.update(webhooks).set({ url: "https://localhost/hook" }));
  await deliverAll(at("09:01"), false);
  expect(received).toEqual([]);
  expect(await listWebhooks()).toMatchObject([{ lastStatus: null, waiting: 1 }]);
});

test("the secret is in one answer alone, the path nowhere; each change is logged with who did it", async () => {
  const { id: webhookId, secret } = await addWebhook();
  await setWebhookKinds({ actor, webhookId, kinds: ["outages"] });
  await expect(deleteWebhook({ actor: unrecordableActor, webhookId })).rejects.toThrow();
  expect(JSON.stringify(await listWebhooks())).not.toMatch(/whsec_|secret/);
  await deleteWebhook({ actor, webhookId });
  const log = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(3);
  expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["webhook.delete", "花"],
    ["webhook.change", "花"],
    ["webhook.create", "花"],
  ]);
  expect(JSON.stringify(log)).not.toContain(secret);
  expect(JSON.stringify(log)).not.toContain("secret-path");
  expect(await db.$count(webhookDeliveries)).toBe(0);
});
