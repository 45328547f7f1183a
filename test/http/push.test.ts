import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { addAdminSession } from "../admin.ts";
import { Client } from "../client.ts";
import { withDatabase } from "../database.ts";
import { PlainBrowser } from "../plain-browser.ts";
import { type PushService, type SubscribedBrowser, startPushService } from "../servers/push-service.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addTrack } from "../tracks.ts";

withDatabase();

let service: PushService;
let server: RunningServer;

beforeAll(async () => {
  service = await startPushService();
  server = await startServer({
    env: { PUSH_SERVICES: `fcm.googleapis.com, ${service.origin}`, LOG_LEVEL: "info" },
    workers: 1,
  });
});
afterAll(async () => {
  await server?.kill();
  await service?.close();
});

const errorBody = z.object({ error: z.string(), code: z.string() });
const reply = z.object({ success: z.literal(true), devices: z.number() });

/** The VAPID key that pages subscribe with. */
async function publicKey(): Promise<string> {
  const response = await new Client(server.origin).get("/api/push/vapid-key");
  expect(response.status).toBe(200);
  return z.object({ publicKey: z.string() }).parse(await response.json()).publicKey;
}

/** A member's browser, subscribed as by a page. */
async function subscribe(client: Client): Promise<SubscribedBrowser> {
  const browser = service.subscribe(await publicKey());
  expect((await client.send("POST", "/api/push/subscribe", browser.subscription)).status).toBe(200);
  return browser;
}

async function testPush(client: Client): Promise<number> {
  const response = await client.send("POST", "/api/notifications/test-push", { test: true });
  expect(response.status).toBe(200);
  return reply.parse(await response.json()).devices;
}

test("a browser that has subscribed gets the test message; one that has unsubscribed does not", async () => {
  const client = await Client.signedIn(server.origin, "test-push@example.com");
  expect(await testPush(client)).toBe(0);
  const [browser, other] = [await subscribe(client), service.subscribe()];
  expect(await testPush(client)).toBe(1);
  await expect.poll(() => browser.received).toHaveLength(1);
  expect(browser.received[0]).toMatchObject({
    message: { title: "テスト通知", body: "この端末に通知が届くようになっています。", url: "/settings" },
    urgency: "high",
  });
  const { endpoint } = browser.subscription;
  for (const end of [endpoint, endpoint, other.subscription.endpoint])
    expect((await client.send("DELETE", "/api/push/subscribe", { endpoint: end })).status).toBe(200);
  expect(await testPush(client)).toBe(0);
  expect(service.complaints).toEqual([]);
});

test("a like arrives on the author's devices, in Japanese and with where it leads", async () => {
  const email = "liked@example.com";
  const client = await Client.signedIn(server.origin, email);
  const browser = await subscribe(client);
  const user = z.object({ id: z.string() }).parse(await (await client.get("/api/auth/user")).json());
  const trackId = await addTrack({ userId: user.id, title: "夜の窓" });
  const fan = await Client.signedIn(server.origin, "fan@example.com", "朝野 ひかる");
  expect((await fan.send("POST", `/api/likes/${trackId}`)).status).toBe(200);
  await expect.poll(() => browser.received).toHaveLength(1);
  expect(browser.received[0]?.message).toMatchObject({
    title: "いいねが届きました",
    body: "朝野 ひかるが「夜の窓」にいいねしました",
    url: `/track/${trackId}`,
    badge: 1,
  });
  expect(service.complaints).toEqual([]);
});

test("without JavaScript messages to a device are stopped in the settings", async () => {
  const client = await Client.signedIn(server.origin, "stops@example.com");
  await subscribe(client);
  const page = new PlainBrowser(client);
  await page.open("/settings");
  expect(page.page.hasField("プッシュ通知")).toBe(false);
  await page.page.press(/への通知を止める$/);
  expect(page.page.part("status").text).toContain("この端末への通知を止めました");
  expect(page.page.text).toContain("通知を受け取っている端末はありません。");
});

test("after logging out a browser gets nothing any more", async () => {
  const email = "log-out@example.com";
  const [client, elsewhere] = [
    await Client.signedIn(server.origin, email),
    await Client.signedIn(server.origin, email),
  ];
  await subscribe(client);
  await subscribe(elsewhere);
  expect(await testPush(elsewhere)).toBe(2);
  await client.form("/api/auth/logout", {});
  expect(await testPush(elsewhere)).toBe(1);
  // The other one is removed through the list of devices.
  const sessions = z
    .array(z.object({ id: z.string() }))
    .parse(await (await elsewhere.get("/api/auth/sessions")).json());
  const third = await Client.signedIn(server.origin, email);
  await third.send("DELETE", `/api/auth/sessions/${sessions[0]?.id}`);
  expect(await testPush(third)).toBe(0);
});

test("visitors and those who wait are told so", async () => {
  const visitor = new Client(server.origin);
  for (const [method, path] of [
    ["POST", "/api/push/subscribe"],
    ["DELETE", "/api/push/subscribe"],
    ["POST", "/api/notifications/test-push"],
  ] as const) {
    const response = await visitor.send(method, path, service.subscribe().subscription);
    expect(response.status).toBe(401);
    expect(errorBody.parse(await response.json())).toEqual({
      error: "ログインが必要です",
      code: "not_authenticated",
    });
  }
});

test("addresses that are no browser's are refused, and never called", async () => {
  const client = await Client.signedIn(server.origin, "hostile@example.com");
  const good = service.subscribe();
  const { port } = new URL(service.origin);
  const { pathname } = new URL(good.subscription.endpoint);
  for (const endpoint of [
    "http://169.254.169.254/latest/meta-data/",
    "https://169.254.169.254/",
    "https://localhost/",
    "https://evil.example/",
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@evil.example/",
    "https://me:secret@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://[::1]/x",
    "https://ｅvil.example/x",
    "https://fcm.googleapis.c\u043em/x",
    `http://localhost:${port}${pathname}`,
    `http://[::ffff:127.0.0.1]:${port}${pathname}`,
    `http://me@127.0.0.1:${port}${pathname}`,
    "javascript:alert(1)",
    "",
  ]) {
    const response = await client.send("POST", "/api/push/subscribe", { ...good.subscription, endpoint });
    expect(response.status, endpoint).toBe(400);
    const body = errorBody.parse(await response.json());
    expect(body.code).toBe("invalid");
    expect(body.error).toMatch(/プッシュ通知/);
  }
  expect(await testPush(client)).toBe(0);
  expect(good.asked).toBe(0);
});

test("keys that nothing can be encrypted for are refused", async () => {
  const client = await Client.signedIn(server.origin, "keys@example.com");
  const { subscription } = service.subscribe();
  const { p256dh, auth } = subscription.keys;
  for (const keys of [{}, { p256dh }, { auth }, { p256dh: auth, auth }, { p256dh, auth: p256dh }, "keys"]) {
    const response = await client.send("POST", "/api/push/subscribe", { ...subscription, keys });
    expect(response.status, JSON.stringify(keys)).toBe(400);
    expect(errorBody.parse(await response.json()).error).toBe(
      "この端末ではプッシュ通知を設定できませんでした",
    );
  }
});

test("the test message can't be asked for without end", async () => {
  const client = await Client.signedIn(server.origin, "eager@example.com");
  for (let time = 0; time < 10; time++) await testPush(client);
  const refused = await client.send("POST", "/api/notifications/test-push");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("a browser that is gone is forgotten", async () => {
  const client = await Client.signedIn(server.origin, "gone@example.com");
  const browser = await subscribe(client);
  browser.answer = { status: 410 };
  expect(await testPush(client)).toBe(1);
  await expect.poll(() => testPush(client)).toBe(0);
});

test("neither keys nor addresses of browsers are in the log", async () => {
  const client = await Client.signedIn(server.origin, "log@example.com");
  const browser = await subscribe(client);
  browser.answer = { status: 403 };
  await testPush(client);
  await expect.poll(() => server.output()).toContain("a push message was refused");
  const { endpoint, keys } = browser.subscription;
  for (const secret of [new URL(endpoint).pathname, keys.auth, keys.p256dh, "privateKey"])
    expect(server.output()).not.toContain(secret);
});

test("a member's log-out leaves a browser what an operator's messages need, as long as they come there", async () => {
  const client = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  const { endpoint, ...keys } = service.subscribe(await publicKey()).subscription;
  const push = (method: string, body: object) => client.send(method, "/api/admin/push", body);
  const cleared = async (answer: Promise<Response>) => (await answer).headers.get("Clear-Site-Data");
  const signIn = () => client.form("/sign-in", { name: "夜野 かなで", email: "operator@example.com" });
  const clearedByAll = async () => {
    const all: (string | null)[] = [];
    for (const logOut of [
      () => client.send("POST", "/api/auth/logout"),
      () => client.form("/settings", { intent: "end-all-sessions" }),
      () => client.send("DELETE", "/api/auth/sessions"),
      () => client.send("DELETE", "/api/auth/account"),
    ]) {
      await signIn();
      all.push(await cleared(logOut()));
    }
    return [...new Set(all)];
  };
  expect(await clearedByAll()).toEqual(['"storage"']);
  const subscribed = await push("POST", { endpoint, ...keys });
  expect(subscribed.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^mugen_alerts=[\w-]{36}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await clearedByAll()).toEqual([null]);
  // Stopped from another browser, which can't remove the cookie of this one.
  const other = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  await other.send("DELETE", "/api/admin/push", { endpoint });
  expect(await clearedByAll()).toEqual(['"storage"']);
  await push("POST", { endpoint, ...keys });
  const stopped = await push("DELETE", { endpoint });
  expect(stopped.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^mugen_alerts=; Path=\/; Max-Age=0;/),
  ]);
  expect(await clearedByAll()).toEqual(['"storage"']);
});
