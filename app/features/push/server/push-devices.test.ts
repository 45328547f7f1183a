import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { Invalid, NotAuthenticated } from "#app/features/domain-error.ts";
import { validate } from "#app/features/validate.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { db, write } from "#db/client.ts";
import { pushDeliveries, pushSubscriptions, sessions, settings, users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPushDevice, service, withPushService } from "#test/servers/push-devices.ts";
import { subscribeSchema } from "../push.schema.ts";
import { sendTestPush } from "./enqueue-push.server.ts";
import { maxPushDevices, subscribeToPush, unsubscribeFromPush } from "./push-devices.server.ts";
import { vapidKeys } from "./vapid-keys.server.ts";

// isolated: a process keeps the keys that it has made
withDatabase();
withPushService();

const rowsOf = (viewer: { id: string }) =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, viewer.id));

test("concurrent first uses agree on the keys, and they are stored", async () => {
  // None of them sees what another is about to insert.
  const keys = await Promise.all([vapidKeys(), vapidKeys(), vapidKeys()]);
  expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
  const [stored] = await db.select().from(settings).where(eq(settings.key, "vapid_keys"));
  expect(JSON.parse(stored?.value ?? "")).toEqual(keys[0]);
});

test("a browser that subscribes again stays one", async () => {
  const viewer = await addMember();
  const device = await addPushDevice({ viewer });
  const subscription = subscribeSchema.parse(device.subscription);
  await subscribeToPush({ viewer, sessionId: device.sessionId, subscription });
  expect(await rowsOf(viewer)).toMatchObject([
    { ...device.subscription.keys, endpoint: device.subscription.endpoint, sessionId: device.sessionId },
  ]);
});

test("another subscription of the same session replaces the last, with its pending messages", async () => {
  const viewer = await addMember();
  const device = await addPushDevice({ viewer });
  await sendTestPush({ viewer });
  const next = subscribeSchema.parse(service.subscribe().subscription);
  await subscribeToPush({ viewer, sessionId: device.sessionId, subscription: next });
  const rows = await rowsOf(viewer);
  expect(rows).toMatchObject([{ endpoint: next.endpoint }]);
  expect(await db.$count(pushDeliveries, eq(pushDeliveries.subscriptionId, rows[0]?.id ?? ""))).toBe(1);
});

test("another member's browser moves to the member who is signed in now, without its pending messages", async () => {
  const [before, viewer] = [await addMember(), await addMember()];
  const device = await addPushDevice({ viewer: before });
  await sendTestPush({ viewer: before });
  const sessionId = hashToken(await startSession({ userId: viewer.id, deviceInfo: "" }));
  await subscribeToPush({ viewer, sessionId, subscription: subscribeSchema.parse(device.subscription) });
  expect(await rowsOf(before)).toEqual([]);
  const [row] = await rowsOf(viewer);
  expect(row).toMatchObject({ sessionId, endpoint: device.subscription.endpoint });
  expect(await db.$count(pushDeliveries, eq(pushDeliveries.subscriptionId, row?.id ?? ""))).toBe(0);
});

test("ten browsers per member: the oldest subscription is removed", async () => {
  const viewer = await addMember();
  const first = await addPushDevice({ viewer, now: new Date(2026, 0, 1) });
  for (let day = 2; day <= maxPushDevices; day++)
    await addPushDevice({ viewer, now: new Date(2026, 0, day) });
  expect((await rowsOf(viewer)).map(({ endpoint }) => endpoint)).toContain(first.subscription.endpoint);
  await addPushDevice({ viewer, now: new Date(2026, 0, 11) });
  const rows = await rowsOf(viewer);
  expect(rows).toHaveLength(maxPushDevices);
  expect(rows.map(({ endpoint }) => endpoint)).not.toContain(first.subscription.endpoint);
});

test("an ended session can't subscribe, nor can another member's", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const subscription = subscribeSchema.parse(service.subscribe().subscription);
  const ended = hashToken(randomBytes(32).toString("base64url"));
  const others = hashToken(await startSession({ userId: other.id, deviceInfo: "" }));
  for (const sessionId of [ended, others])
    await expect(subscribeToPush({ viewer, sessionId, subscription })).rejects.toThrow(NotAuthenticated);
  expect(await rowsOf(viewer)).toEqual([]);
});

test("subscriptions end with their session and their account", async () => {
  const viewer = await addMember();
  const [first, second] = [await addPushDevice({ viewer }), await addPushDevice({ viewer })];
  await write((tx) => tx.delete(sessions).where(eq(sessions.id, first.sessionId)));
  expect(await rowsOf(viewer)).toMatchObject([{ sessionId: second.sessionId }]);
  await write((tx) => tx.delete(users).where(eq(users.id, viewer.id)));
  expect(await rowsOf(viewer)).toEqual([]);
});

test("members can end their own subscriptions, repeatedly, and never another member's", async () => {
  const [viewer, other] = [await addMember(), await addMember()];
  const [own, others] = [await addPushDevice({ viewer }), await addPushDevice({ viewer: other })];
  const [row] = await rowsOf(other);
  await unsubscribeFromPush({ viewer, of: { endpoint: others.subscription.endpoint } });
  await unsubscribeFromPush({ viewer, of: { id: row?.id ?? "" } });
  expect(await rowsOf(other)).toHaveLength(1);
  for (let time = 0; time < 2; time++)
    await unsubscribeFromPush({ viewer, of: { endpoint: own.subscription.endpoint } });
  expect(await rowsOf(viewer)).toEqual([]);
});

test("devices that come and go while messages become due: nothing breaks, nothing is left behind", async () => {
  const viewer = await addMember();
  const devices = await Promise.all(Array.from({ length: maxPushDevices }, () => addPushDevice({ viewer })));
  await Promise.all([
    ...devices.map(({ sessionId }) => write((tx) => tx.delete(sessions).where(eq(sessions.id, sessionId)))),
    ...Array.from({ length: 20 }, () => sendTestPush({ viewer })),
  ]);
  expect(await rowsOf(viewer)).toEqual([]);
  expect(await sendTestPush({ viewer })).toBe(0);
});

const good = () => service.subscribe().subscription;
/** Not on the curve: y is wrong. */
const offCurve = () => {
  const key = Buffer.from(good().keys.p256dh, "base64url");
  key[64] = (key[64] ?? 0) ^ 1;
  return key.toString("base64url");
};

test.each<[string, () => unknown]>([
  ["nothing", () => ({})],
  ["no keys", () => ({ ...good(), keys: undefined })],
  ["a short secret", () => ({ ...good(), keys: { ...good().keys, auth: "AAAA" } })],
  ["a key that is no point", () => ({ ...good(), keys: { ...good().keys, p256dh: "A".repeat(87) } })],
  ["a point off the curve", () => ({ ...good(), keys: { ...good().keys, p256dh: offCurve() } })],
  ["something that is not base64url", () => ({ ...good(), keys: { ...good().keys, auth: "夜".repeat(22) } })],
  ["an unknown push service", () => ({ ...good(), endpoint: "https://evil.example/x" })],
  ["a too long endpoint", () => ({ ...good(), endpoint: `${good().endpoint}/${"x".repeat(3000)}` })],
])("%s is refused in Japanese", (_name, made) => {
  expect.assertions(2);
  try {
    validate(subscribeSchema, made());
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    expect(Object.keys(error.fields).length).toBeGreaterThan(0);
    expect(error.message).toMatch(/プッシュ通知/);
  }
});

test("keys may come with padding and in plain base64, and are stored normalized", () => {
  const subscription = good();
  const toBase64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
  const { p256dh, auth } = subscription.keys;
  expect(
    subscribeSchema.parse({ ...subscription, keys: { p256dh: toBase64(p256dh), auth: toBase64(auth) } }),
  ).toEqual(subscription);
});
