// on both databases: on Postgres a worker delivers, otherwise the server itself
// long: on Postgres a job of a killed worker is taken up after ten seconds
// @module-tag release: waits until a killed worker counts as gone; crashes with email stand for it
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Client } from "../../client.ts";
import { type PushService, startPushService } from "../../servers/push-service.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

let service: PushService;
let server: RunningServer | undefined;

beforeAll(async () => {
  service = await startPushService();
});
afterAll(async () => {
  await server?.kill();
  await service.close();
});

/** Starts the server; the process that reaches the crash point `crashAt` is killed there. */
async function start(crashAt?: string): Promise<RunningServer> {
  const env = { PUSH_SERVICES: service.origin, ...(crashAt ? { CRASH_AT: crashAt } : {}) };
  server = await startServer({ env, workers: 1 });
  return server;
}

/** The VAPID key that pages subscribe with. */
async function publicKey(): Promise<string> {
  const response = await new Client(server?.origin ?? "").get("/api/push/vapid-key");
  return z.object({ publicKey: z.string() }).parse(await response.json()).publicKey;
}

test("killed before a message is sent and after: it comes after each restart, and the later replaces the earlier", async () => {
  const unsent = await start("push-pending");
  const client = await Client.signedIn(unsent.origin, "push@example.com");
  const key = await publicKey();
  const browser = service.subscribe(key);
  expect((await client.send("POST", "/api/push/subscribe", browser.subscription)).status).toBe(200);
  const lost = client.send("POST", "/api/notifications/test-push", { test: true }).catch(() => null);
  await unsent.ended;
  await unsent.kill();
  await lost;
  expect(browser.received).toHaveLength(0);

  const sent = await start("push-sent");
  await sent.ended;
  await sent.kill();
  expect(browser.received).toHaveLength(1);

  const restarted = await start();
  expect(await publicKey()).toBe(key);
  await expect.poll(() => browser.received.length).toBe(2);
  expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(1);
  expect(new Set(browser.received.map(({ message }) => message.tag)).size).toBe(1);
  expect(service.complaints).toEqual([]);
  await restarted.stop();
});
