import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { composeAlertPush } from "#app/features/admin/alerts/compose-alert-push.server.ts";
import { composePushMessage } from "#app/features/notifications/server/compose-push-message.server.ts";
import { retractNotification } from "#app/features/notifications/server/notify.server.ts";
import { db, write } from "#db/client.ts";
import { notifications, pushDeliveries, pushSubscriptions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPushDevice, notifyOfLike, withPushService } from "#test/servers/push-devices.ts";
import type { SubscribedBrowser } from "#test/servers/push-service.ts";
import { addTrack } from "#test/tracks.ts";
import { deliverPush, nextAttemptAt } from "./deliver-push.server.ts";
import { enqueueDuePushes, sendTestPush } from "./enqueue-push.server.ts";

withDatabase();
withPushService();

let member: Viewer;
let fan: Viewer;
let trackId: number;
let device: SubscribedBrowser;
beforeEach(async () => {
  member = await addMember();
  fan = await addMember({ name: "朝野 ひかる" });
  trackId = await addTrack({ userId: member.id, title: "夜の窓" });
  device = await addPushDevice({ viewer: member });
});

/** Minutes after noon in Tokyo. */
const minutes = (count: number) => new Date(Date.parse("2026-11-22T03:00:00Z") + count * 60_000);

const like = (now: Date, actor = fan) => notifyOfLike({ userId: member.id, actorId: actor.id, trackId, now });
const unlike = () =>
  write((tx) =>
    retractNotification(tx, { userId: member.id, event: { type: "like", actorId: fan.id, trackId } }),
  );

const rows = () =>
  db
    .select({ subscriptionId: pushDeliveries.subscriptionId, groupKey: pushDeliveries.groupKey })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .where(eq(pushSubscriptions.userId, member.id));

/** Runs the job of every row, due or not. */
async function deliverAll(now: Date): Promise<void> {
  for (const row of await rows())
    await deliverPush({
      ...row,
      compose: { member: composePushMessage, operator: composeAlertPush },
      signal: AbortSignal.timeout(30_000),
      now,
    });
}

const bodies = () => device.received.map(({ message }) => message.body);
const one = "朝野 ひかるが「夜の窓」にいいねしました";

test("however often a like is undone and repeated, a device gets one message in ten minutes", async () => {
  for (let minute = 0; minute < 30; minute++) {
    await like(minutes(minute));
    await deliverAll(minutes(minute));
    await unlike();
  }
  await deliverAll(minutes(30));
  expect(bodies()).toEqual([one, one, one]);
});

test("notifications that join during the cooldown are sent as one after it, by the sweep", async () => {
  await like(minutes(0));
  await deliverAll(minutes(0));
  for (const [minute, name] of ["昼野 みなと", "月野 しずく"].entries())
    await like(minutes(minute + 1), await addMember({ name }));
  await deliverAll(minutes(9));
  expect(device.asked).toBe(1);
  expect(await enqueueDuePushes(minutes(9))).toBe(0);
  expect(await enqueueDuePushes(minutes(10))).toBe(1);
  await deliverAll(minutes(10));
  await deliverAll(minutes(11));
  expect(bodies()).toEqual([one, "月野 しずく他2人が「夜の窓」にいいねしました"]);
});

test("notifications that were retracted or read during the cooldown are not sent", async () => {
  await like(minutes(0));
  await deliverAll(minutes(0));
  await unlike();
  await like(minutes(1));
  await unlike();
  await deliverAll(minutes(10));
  await like(minutes(11));
  await deliverAll(minutes(11));
  await like(minutes(12), await addMember());
  await write((tx) =>
    tx
      .update(notifications)
      .set({ isRead: true })
      .where(and(eq(notifications.userId, member.id), eq(notifications.isRead, false))),
  );
  await deliverAll(minutes(21));
  expect(bodies()).toEqual([one, one]);
  expect(await rows()).toEqual([]);
});

test("a message that is refused is not tried again with every like", async () => {
  device.answer = { status: 403 };
  for (const name of ["朝野", "昼野", "夜野"]) {
    await like(minutes(0), await addMember({ name }));
    await deliverAll(minutes(0));
  }
  expect(device.asked).toBe(1);
});

test("messages about something else, on other devices, and those that try a device out come at once", async () => {
  await like(minutes(0));
  await deliverAll(minutes(0));
  const other = await addPushDevice({ viewer: member });
  trackId = await addTrack({ userId: member.id, title: "朝の窓" });
  await like(minutes(1));
  for (let time = 0; time < 2; time++) {
    await sendTestPush({ viewer: member, now: minutes(1) });
    await deliverAll(minutes(1));
  }
  const tried = "この端末に通知が届くようになっています。";
  expect(bodies().toSorted()).toEqual([tried, tried, one.replace("夜", "朝"), one].toSorted());
  expect(other.received).toHaveLength(3);
});

test("a finished row is deleted after its cooldown, and a later notification is sent at once", async () => {
  await like(minutes(0));
  await deliverAll(minutes(0));
  await enqueueDuePushes(minutes(9));
  expect(await rows()).toHaveLength(1);
  await enqueueDuePushes(minutes(10));
  expect(await rows()).toEqual([]);
  await like(minutes(10), await addMember({ name: "昼野 みなと" }));
  await deliverAll(minutes(10));
  expect(bodies()).toEqual([one, "昼野 みなと他1人が「夜の窓」にいいねしました"]);
});

test("concurrent sweeps and likes: no pending message is lost", async () => {
  const fans = await Promise.all(Array.from({ length: 8 }, () => addMember()));
  await like(minutes(0));
  await deliverAll(minutes(0));
  await Promise.all([
    ...fans.map((actor) => like(minutes(10), actor)),
    enqueueDuePushes(minutes(10)),
    enqueueDuePushes(minutes(10)),
  ]);
  await enqueueDuePushes(minutes(10));
  await deliverAll(minutes(10));
  expect(device.received[1]?.message.body).toMatch(/他8人が/);
});

test("eight attempts in less than a day, then none", () => {
  const since = new Date("2026-11-22T00:00:00Z");
  let now = since;
  const times: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextAttemptAt({ attempts, since, retryAfterS: null, now });
    if (!next) break;
    times.push((next.getTime() - since.getTime()) / 60_000);
    now = next;
  }
  expect(times).toEqual([1, 5, 20, 80, 260, 620, 1280]);
});

test("a longer Retry-After is respected, but no message is sent after a day", () => {
  const since = new Date("2026-11-22T00:00:00Z");
  const now = new Date("2026-11-22T00:10:00Z");
  const next = (retryAfterS: number) => nextAttemptAt({ attempts: 1, since, retryAfterS, now });
  expect(next(10)).toEqual(new Date("2026-11-22T00:11:00Z"));
  expect(next(3600)).toEqual(new Date("2026-11-22T01:10:00Z"));
  expect(next(24 * 3600)).toBeNull();
});
