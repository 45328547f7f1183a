import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { disableOperator } from "#app/features/admin/operators/operator-verbs.server.ts";
import { composePushMessage } from "#app/features/notifications/server/compose-push-message.server.ts";
import { subscribeSchema } from "#app/features/push/push.schema.ts";
import { deliverPush } from "#app/features/push/server/deliver-push.server.ts";
import { listOperatorDevices, subscribeOperator } from "#app/features/push/server/operator-devices.server.ts";
import { db, write } from "#db/client.ts";
import {
  alertMarks,
  auditLog,
  contactMessages,
  dailyStatistics,
  emails,
  operatorAlerts,
  pushDeliveries,
  pushSubscriptions,
} from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";
import { service, withPushService } from "#test/servers/push-devices.ts";
import type { AdminSession } from "../session/admin-session.ts";
import { saveAlertSettings } from "./alert-settings.server.ts";
import type { AlertSettings } from "./alerts.ts";
import { composeAlertPush } from "./compose-alert-push.server.ts";
import { sendAlerts } from "./send-alerts.server.ts";
import { sendTestAlert } from "./send-test-alert.server.ts";

withDatabase();
withPushService();

let admin: AdminSession;
beforeEach(async () => {
  Object.assign(environment(), { SUPPORT_EMAIL: "staff@example.com" });
  admin = (await addAdminSession()).admin;
  await write(async (tx) => {
    for (const one of [operatorAlerts, alertMarks, emails, contactMessages, pushSubscriptions])
      await tx.delete(one);
  });
});
afterEach(() => void Object.assign(environment(), { SUPPORT_EMAIL: undefined }));

const at = (time: string) => new Date(`2026-11-28T${time}:00+09:00`);
const none: AlertSettings = { email: null, push: [], byEmail: [], quiet: null, urgentPasses: false };
const choose = (settings: Partial<AlertSettings>, who = admin) =>
  saveAlertSettings({ admin: who, settings: { ...none, ...settings } });

const ask = (createdAt: Date) =>
  write((tx) =>
    tx.insert(contactMessages).values({
      name: "夜野 かなで",
      email: "kanade@example.com",
      subject: "ひみつの件名",
      message: "ひみつの本文",
      createdAt,
    }),
  );

const sent = () => db.select().from(emails).orderBy(emails.createdAt, emails.to);
const titles = async () => (await sent()).map(({ values }) => values.title);

test("what comes is told once, however many workers run; what comes within a quarter of an hour is told together", async () => {
  await ask(at("08:00"));
  await choose({ byEmail: ["messages"] });
  // It waited before the kind was chosen.
  expect(await sendAlerts(at("09:00"))).toBe(0);
  expect(await sendAlerts(at("09:01"))).toBe(0);

  await ask(at("09:02"));
  const told = await Promise.all([sendAlerts(at("09:03")), sendAlerts(at("09:03")), sendAlerts(at("09:03"))]);
  expect(told.toSorted()).toEqual([0, 0, 1]);
  expect(await sent()).toMatchObject([
    {
      to: "staff@example.com",
      template: "operator-alert",
      values: {
        title: "お問い合わせ：新しく1件",
        body: "未対応のお問い合わせは、いま2件です。",
        path: "/admin/inquiries",
      },
    },
  ]);
  expect(JSON.stringify(await sent())).not.toMatch(/ひみつ|夜野|kanade/);

  await ask(at("09:05"));
  await ask(at("09:10"));
  expect(await sendAlerts(at("09:17"))).toBe(0);
  expect(await sendAlerts(at("09:18"))).toBe(1);
  expect(await titles()).toEqual(["お問い合わせ：新しく1件", "お問い合わせ：新しく2件"]);
  expect(await sendAlerts(at("10:00"))).toBe(0);
});

test("a case that is opened again is news though its row is old", async () => {
  await ask(at("08:00"));
  await choose({ byEmail: ["messages"] });
  await sendAlerts(at("09:00"));
  await write((tx) => tx.update(contactMessages).set({ handledAt: at("09:01") }));
  expect(await sendAlerts(at("09:02"))).toBe(0);
  await write((tx) => tx.update(contactMessages).set({ handledAt: null }));
  expect(await sendAlerts(at("09:03"))).toBe(1);
  expect(await titles()).toEqual(["お問い合わせ：新しく1件"]);
});

test("nothing comes in quiet hours; afterwards what still waits comes together", async () => {
  const night = { from: 22 * 60, until: 7 * 60 };
  await choose({ byEmail: ["messages"], quiet: night });
  await sendAlerts(at("00:30"));
  for (const time of ["01:00", "02:00", "03:00"]) await ask(at(time));
  expect(await sendAlerts(at("03:30"))).toBe(0);
  await write((tx) =>
    tx
      .update(contactMessages)
      .set({ handledAt: at("04:00") })
      .where(eq(contactMessages.createdAt, at("01:00"))),
  );
  expect(await sendAlerts(at("06:59"))).toBe(0);
  expect(await sendAlerts(at("07:00"))).toBe(1);
  expect(await titles()).toEqual(["お問い合わせ：新しく2件"]);
});

test("each operator is told of what their role may open, at their own address", async () => {
  const { admin: moderator } = await addOperator();
  await choose({ byEmail: ["messages"] });
  await choose({ byEmail: ["messages", "reports"], email: "mimawari@example.com" }, moderator);
  const [row] = await db
    .select()
    .from(operatorAlerts)
    .where(eq(operatorAlerts.email, "mimawari@example.com"));
  expect(row?.emailKinds).toEqual(["reports"]);
  await sendAlerts(at("09:00"));
  await ask(at("09:01"));
  await sendAlerts(at("09:02"));
  expect((await sent()).map(({ to }) => to)).toEqual(["staff@example.com"]);
  const [logged] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(logged).toMatchObject({
    action: "operator.alerts",
    after: { email: ["reports"], hasAddress: true },
  });
  expect(JSON.stringify(logged)).not.toContain("mimawari@");
});

test("the summary comes once a morning with yesterday's numbers, and not when the morning is over", async () => {
  await choose({ byEmail: ["morning"] });
  await sendAlerts(at("05:00"));
  await write((tx) =>
    tx.insert(dailyStatistics).values([
      { day: "2026-11-27", metric: "plays", value: 1234 },
      { day: "2026-11-27", metric: "listening_seconds", value: 3600 },
      { day: "2026-11-28", metric: "plays", value: 9 },
    ]),
  );
  expect(await sendAlerts(at("06:59"))).toBe(0);
  const both = await Promise.all([sendAlerts(at("07:00")), sendAlerts(at("07:00"))]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await sendAlerts(at("09:00"))).toBe(0);
  const [email] = await sent();
  expect(email).toMatchObject({
    template: "morning",
    to: "staff@example.com",
    values: { day: "2026-11-27" },
  });
  expect(email?.values.numbers).toContain("再生\t1,234回\n会員が聴いた時間\t60分");
  const next = (hour: number) => new Date(at("07:00").getTime() + (24 + hour - 7) * 3_600_000);
  expect(await sendAlerts(next(13))).toBe(0);
  expect(await sendAlerts(next(24 + 7))).toBe(1);
});

async function addDevice(operatorId: string) {
  const browser = service.subscribe();
  const subscription = subscribeSchema.parse(browser.subscription);
  await subscribeOperator({ operatorId, deviceInfo: "Firefox/1 Android", subscription });
  return browser;
}

const compose = { member: composePushMessage, operator: composeAlertPush };

async function deliverAll(now: Date): Promise<void> {
  for (const { subscriptionId, groupKey } of await db.select().from(pushDeliveries))
    await deliverPush({ subscriptionId, groupKey, compose, signal: AbortSignal.timeout(30_000), now });
}

test("a push reaches each browser of the operator; one that is gone is forgotten", async () => {
  const browser = await addDevice(admin.operatorId);
  const gone = await addDevice(admin.operatorId);
  gone.answer = { status: 410 };
  await choose({ push: ["messages"] });
  await sendAlerts(at("09:00"));
  await ask(at("09:01"));
  expect(await sendAlerts(at("09:02"))).toBe(1);
  await deliverAll(at("09:02"));
  expect(browser.received.map(({ message }) => message)).toEqual([
    {
      title: "お問い合わせ：新しく1件",
      body: "未対応のお問い合わせは、いま1件です。",
      url: "/admin/inquiries",
      tag: "alert messages",
      isTest: false,
    },
  ]);
  expect(await listOperatorDevices(admin.operatorId)).toHaveLength(1);
  expect(await sent()).toEqual([]);
});

test("a browser that becomes another operator's does not tell them what was pending for the first", async () => {
  const { admin: other } = await addOperator({ role: "administrator" });
  const browser = service.subscribe();
  const subscription = subscribeSchema.parse(browser.subscription);
  await subscribeOperator({ operatorId: admin.operatorId, deviceInfo: "", subscription });
  await sendTestAlert({ admin });
  await subscribeOperator({ operatorId: other.operatorId, deviceInfo: "", subscription });
  await deliverAll(new Date(Date.now() + 1000));
  expect(browser.received).toEqual([]);
  expect(await listOperatorDevices(other.operatorId)).toHaveLength(1);
});

test("a test comes to browser and address; without either it says so", async () => {
  Object.assign(environment(), { SUPPORT_EMAIL: undefined });
  await expect(sendTestAlert({ admin })).rejects.toThrow("通知が届くところが、まだありません");
  const browser = await addDevice(admin.operatorId);
  await choose({ email: "hana@example.com" });
  await sendTestAlert({ admin });
  await deliverAll(new Date(Date.now() + 1000));
  expect(browser.received).toMatchObject([{ message: { title: "テスト通知", isTest: true } }]);
  expect((await sent()).map(({ to }) => to)).toEqual(["hana@example.com"]);
});

test("who is switched off is told nothing more, and their browsers are forgotten", async () => {
  const { admin: other } = await addOperator({ role: "administrator" });
  await addDevice(other.operatorId);
  await choose({ push: ["messages"], byEmail: ["messages"], email: "old@example.com" }, other);
  await sendAlerts(at("09:00"));
  await disableOperator({ admin, operatorId: other.operatorId });
  await ask(at("09:01"));
  expect(await sendAlerts(at("09:02"))).toBe(0);
  expect(await listOperatorDevices(other.operatorId)).toEqual([]);
  expect(await db.$count(operatorAlerts)).toBe(0);
});
