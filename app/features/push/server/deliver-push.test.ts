import { and, eq, gt } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { composeAlertPush } from "#app/features/admin/alerts/compose-alert-push.server.ts";
import { composePushMessage } from "#app/features/notifications/server/compose-push-message.server.ts";
import { db, write } from "#db/client.ts";
import { notifications, pushDeliveries, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import {
  addPushDevice,
  allowPushService,
  notifyOfLike,
  service,
  withPushService,
} from "#test/servers/push-devices.ts";
import { type SubscribedBrowser, startPushService } from "#test/servers/push-service.ts";
import { addTrack } from "#test/tracks.ts";
import { deliverPush } from "./deliver-push.server.ts";
import { enqueueDuePushes, sendTestPush } from "./enqueue-push.server.ts";
import { vapidKeys } from "./vapid-keys.server.ts";

withDatabase();
withPushService();

let member: Viewer;
let fan: Viewer;
let trackId: number;
let device: SubscribedBrowser & { sessionId: string };
beforeEach(async () => {
  member = await addMember();
  fan = await addMember({ name: "朝野 ひかる" });
  trackId = await addTrack({ userId: member.id, title: "夜の窓" });
  device = await addPushDevice({ viewer: member });
});

const like = (actor: Viewer = fan) => notifyOfLike({ userId: member.id, actorId: actor.id, trackId });

/** Pending deliveries. */
const deliveries = () =>
  db
    .select({
      subscriptionId: pushDeliveries.subscriptionId,
      groupKey: pushDeliveries.groupKey,
      attempts: pushDeliveries.attempts,
      dueAt: pushDeliveries.dueAt,
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .where(
      and(eq(pushSubscriptions.userId, member.id), gt(pushDeliveries.version, pushDeliveries.sentVersion)),
    );

/** Delivers the member's pending messages, as a worker does. */
async function deliverAll(now?: Date): Promise<void> {
  for (const { subscriptionId, groupKey } of await deliveries())
    await deliverPush({
      subscriptionId,
      groupKey,
      compose: { member: composePushMessage, operator: composeAlertPush },
      signal: AbortSignal.timeout(30_000),
      ...(now ? { now } : {}),
    });
}

const inTenMinutes = () => new Date(Date.now() + 600_000);

const bodies = () => device.received.map(({ message }) => message.body);

test("a like arrives on the device, encrypted and signed, in Japanese and with where it leads", async () => {
  await like();
  await deliverAll();
  expect(service.complaints).toEqual([]);
  expect(device.received).toMatchObject([
    {
      message: {
        title: "いいねが届きました",
        body: "朝野 ひかるが「夜の窓」にいいねしました",
        url: `/track/${trackId}`,
        badge: 1,
        isTest: false,
      },
      subject: "mailto:postmaster@localhost",
      urgency: "normal",
      ttl: 86_400,
    },
  ]);
  expect(await deliveries()).toEqual([]);
});

test("browsers that take this site's messages alone take them", async () => {
  const browser = service.subscribe((await vapidKeys()).publicKey);
  await write((tx) =>
    tx
      .update(pushSubscriptions)
      .set({ endpoint: browser.subscription.endpoint, ...browser.subscription.keys })
      .where(eq(pushSubscriptions.userId, member.id)),
  );
  await like();
  await deliverAll();
  expect(browser.received).toHaveLength(1);
});

test("what came before a message was sent is told in one, and later ones replace it", async () => {
  await like();
  await like(await addMember({ name: "昼野 みなと" }));
  await deliverAll();
  await like(await addMember({ name: "月野 しずく" }));
  await deliverAll(inTenMinutes());
  expect(bodies()).toEqual([
    "昼野 みなと他1人が「夜の窓」にいいねしました",
    "月野 しずく他2人が「夜の窓」にいいねしました",
  ]);
  const [first, second] = device.received;
  expect(second?.message.tag).toBe(first?.message.tag);
  expect(second?.topic).toBe(first?.topic);
  expect(second?.message.badge).toBe(3);
});

test("what has been read or taken back meanwhile is not sent", async () => {
  await like();
  await write((tx) =>
    tx.update(notifications).set({ isRead: true }).where(eq(notifications.userId, member.id)),
  );
  await deliverAll();
  expect(device.asked).toBe(0);
  expect(await deliveries()).toEqual([]);
});

test("a like that comes while a message is sent is not lost", async () => {
  const late = await addMember({ name: "雨野 つゆ" });
  await like();
  device.meanwhile = async () => {
    delete device.meanwhile;
    await like(late);
  };
  await deliverAll();
  await deliverAll(inTenMinutes());
  expect(bodies()).toEqual([
    "朝野 ひかるが「夜の窓」にいいねしました",
    "雨野 つゆ他1人が「夜の窓」にいいねしました",
  ]);
  expect(await deliveries()).toEqual([]);
});

test("two workers at once send at most the same one twice", async () => {
  await like();
  await Promise.all([deliverAll(), deliverAll(), deliverAll()]);
  expect(device.received.length).toBeGreaterThan(0);
  expect(new Set(bodies())).toEqual(new Set(["朝野 ひかるが「夜の窓」にいいねしました"]));
  expect(new Set(device.received.map(({ topic }) => topic)).size).toBe(1);
  expect(await deliveries()).toEqual([]);
});

test.each([404, 410])("a browser that is gone (%i) is forgotten", async (status) => {
  device.answer = { status };
  await like();
  await deliverAll();
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, member.id))).toBe(0);
});

test.each([429, 500, 503])("after a %i it is tried again, when its time has come", async (status) => {
  device.answer = { status };
  await like();
  await deliverAll();
  const [waiting] = await deliveries();
  expect(waiting).toMatchObject({ attempts: 1 });
  expect(waiting?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
  device.answer = { status: 201 };
  await deliverAll();
  expect(device.asked).toBe(1);
  expect(await enqueueDuePushes(new Date(Date.now() + 30_000))).toBe(0);
  const later = new Date(Date.now() + 61_000);
  expect(await enqueueDuePushes(later)).toBeGreaterThan(0);
  await deliverAll(later);
  expect(bodies()).toEqual(["朝野 ひかるが「夜の窓」にいいねしました"]);
  expect(await deliveries()).toEqual([]);
});

test("a service that says when is asked then", async () => {
  device.answer = { status: 429, headers: { "Retry-After": "600" } };
  await like();
  await deliverAll();
  const [waiting] = await deliveries();
  expect((waiting?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
});

test("a service that can't be reached is tried again, and given up after eight times", async () => {
  const closed = await startPushService();
  allowPushService(closed);
  await closed.close();
  await write((tx) =>
    tx
      .update(pushSubscriptions)
      .set({ endpoint: `${closed.origin}/push/${member.id}` })
      .where(eq(pushSubscriptions.userId, member.id)),
  );
  await like();
  let now = new Date();
  let tries = 0;
  for (let [waiting] = await deliveries(); waiting; [waiting] = await deliveries(), tries++) {
    expect(waiting.attempts).toBe(tries);
    now = new Date(Math.max(now.getTime(), waiting.dueAt.getTime()));
    await deliverAll(now);
  }
  expect(tries).toBe(8);
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, member.id))).toBe(1);
});

const day = new Date("2026-11-21T15:00:00Z");
const afterMinutes = (minutes: number) => new Date(day.getTime() + minutes * 60_000);

/** A like at midnight in Tokyo, and a service that takes nothing: all tries but the last of the day. */
async function tryInVain(): Promise<void> {
  device.answer = { status: 503 };
  await notifyOfLike({ userId: member.id, actorId: fan.id, trackId, now: day });
  for (const minutes of [0, 1, 5, 20, 80, 260, 620]) await deliverAll(afterMinutes(minutes));
  expect(device.asked).toBe(7);
}

test("a like that joins what is about to be given up is news for a day of its own", async () => {
  await tryInVain();
  const late = await addMember({ name: "雨野 つゆ" });
  await notifyOfLike({ userId: member.id, actorId: late.id, trackId, now: afterMinutes(1279) });
  await deliverAll(afterMinutes(1280));
  expect(await deliveries()).toMatchObject([{ attempts: 8, dueAt: afterMinutes(1280 + 660) }]);
  device.answer = { status: 201 };
  await deliverAll(afterMinutes(1280 + 660));
  expect(bodies()).toEqual(["雨野 つゆ他1人が「夜の窓」にいいねしました"]);
});

test("what joins while a message is given up is not given up with it, and without end nothing is tried", async () => {
  await tryInVain();
  const late = await addMember({ name: "雨野 つゆ" });
  device.meanwhile = async () => {
    delete device.meanwhile;
    await notifyOfLike({ userId: member.id, actorId: late.id, trackId, now: afterMinutes(1280) });
  };
  await deliverAll(afterMinutes(1280));
  expect(await enqueueDuePushes(afterMinutes(1281))).toBeGreaterThan(0);
  for (const minutes of [1281, 1281 + 660, 1281 + 1320]) await deliverAll(afterMinutes(minutes));
  expect(device.asked).toBe(11);
  expect(await deliveries()).toEqual([]);
});

test.each([400, 403, 413, 302])(
  "a message that is refused (%i) is given up; the browser stays",
  async (status) => {
    const headers = { Location: `${service.origin}/elsewhere` };
    device.answer = { status, headers };
    await like();
    await deliverAll();
    expect(device.asked).toBe(1);
    expect(await deliveries()).toEqual([]);
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, member.id))).toBe(1);
  },
);

test("nothing is sent where the setting allows nothing any more", async () => {
  await like();
  const { PUSH_SERVICES } = environment();
  const kept = PUSH_SERVICES.splice(0);
  await deliverAll();
  PUSH_SERVICES.push(...kept);
  expect(device.asked).toBe(0);
});

test("a session that is over gets nothing, even before it is cleared away", async () => {
  await like();
  await write((tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, device.sessionId)),
  );
  await deliverAll();
  expect(device.asked).toBe(0);
});

test("an account that is not approved any more gets nothing", async () => {
  await like();
  await updateUser(member.id, { state: "denied" });
  await deliverAll();
  expect(device.asked).toBe(0);
});

test("the test message goes to every device at once, however long one could not be reached", async () => {
  const other = await addPushDevice({ viewer: member });
  other.answer = { status: 503 };
  expect(await sendTestPush({ viewer: member })).toBe(2);
  await deliverAll();
  other.answer = { status: 201 };
  expect(await sendTestPush({ viewer: member })).toBe(2);
  await deliverAll();
  for (const { received } of [device, other])
    expect(received.at(-1)).toMatchObject({
      message: { title: "テスト通知", url: "/settings", isTest: true },
      urgency: "high",
    });
  expect(await deliveries()).toEqual([]);
});

test("however long a title and a name, a message has at most 3 KB", async () => {
  const title = '👨‍👩‍👧‍👦"\\'.repeat(100);
  await updateUser(fan.id, { name: '"'.repeat(500) });
  trackId = await addTrack({ userId: member.id, title });
  await like();
  await deliverAll();
  expect(service.complaints).toEqual([]);
  const [received] = device.received;
  expect(received?.message.body).toMatch(/…$/);
  expect(received?.bytes).toBeLessThan(3072);
});

test("a message of a member who has several devices goes to each of them", async () => {
  const other = await addPushDevice({ viewer: member });
  await like();
  await write((tx) =>
    tx.delete(sessions).where(and(eq(sessions.id, device.sessionId), eq(sessions.userId, member.id))),
  );
  await deliverAll();
  expect(device.asked).toBe(0);
  expect(other.received).toHaveLength(1);
});
