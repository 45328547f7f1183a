import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { applySubscription } from "#app/features/premium/subscription/server/apply-subscription.server.ts";
import { db, write } from "#db/client.ts";
import {
  alertMarks,
  disputes,
  emails,
  failedPayments,
  operatorAlerts,
  subscriptions,
} from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { saveAlertSettings } from "../alerts/alert-settings.server.ts";
import type { AlertKind } from "../alerts/alerts.ts";
import { sendAlerts } from "../alerts/send-alerts.server.ts";
import { loadMemberPage } from "../members/server/load-member-page.server.ts";
import { findAttention } from "../overview/attention.server.ts";
import { type AdminSession, actorOf } from "../session/admin-session.ts";
import { loadDisputes, loadPayments } from "./load-money.server.ts";
import { moneyPageSize } from "./money.ts";
import { moneyAsCsv } from "./money-as-csv.server.ts";
import { readMonthFigures } from "./month-figures.server.ts";
import { parseMoneyFields } from "./parse-money-fields.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "console-disputes" });
const { stripe, now, subscribe, receiveAll, runMinute, chargesOf } = site;
withDatabase();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const fieldsOf = (query: string) => parseMoneyFields(new URLSearchParams(query), "disputes");
const load = (query = "", cursor?: string) => loadDisputes(fieldsOf(query), cursor, now());

let admin: AdminSession;
let viewer: Viewer;
let subscription: string;
beforeEach(async () => {
  admin = (await addAdminSession()).admin;
  await write(async (tx) => {
    for (const one of [disputes, failedPayments, subscriptions, operatorAlerts, alertMarks, emails])
      await tx.delete(one);
  });
  viewer = await addMember({ name: "夜野 かなで" });
  site.skipEvents();
  subscription = await subscribe(viewer);
  await receiveAll();
});

async function dispute(): Promise<string> {
  const { id } = stripe.dispute(chargesOf(subscription)[0]?.id ?? "");
  // The subscription ends with it, at Stripe too: else that would wait.
  await runMinute();
  return id;
}

test("the list says until when evidence is taken, what to do and where; then how it ended", async () => {
  const id = await dispute();
  const [row] = (await load()).rows;
  expect(row).toMatchObject({
    disputeId: id,
    member: { id: viewer.id, name: "夜野 かなで" },
    amount: "550円",
    reason: "身に覚えがない（不正利用）",
    state: { status: "bad", label: "証拠が必要" },
    due: { clock: { text: "あと9日", isSoon: false } },
    page: `https://dashboard.stripe.com/test/disputes/${id}`,
  });
  expect(row?.advice).toContain("Stripeの画面");
  expect((await load("state=awaiting")).rows).toHaveLength(1);
  stripe.clock.advance(8 * dayMs);
  expect((await load()).rows).toMatchObject([{ due: { clock: { text: "あと1日", isSoon: true } } }]);
  stripe.clock.advance(2 * dayMs);
  expect((await load()).rows).toMatchObject([{ due: null, state: { label: "証拠の期限切れ" } }]);
  stripe.closeDispute(id, "won");
  await receiveAll();
  expect((await load()).rows).toMatchObject([
    { due: null, state: { status: "good", label: "認められた" }, ended: "2027年1月25日" },
  ]);
  expect((await load("state=awaiting")).rows).toEqual([]);
  expect((await load(`user=${viewer.id}`)).rows).toHaveLength(1);
  expect((await load("user=nobody")).rows).toEqual([]);
});

test("each step of an inquiry, a dispute and an appeal is named, waits where it can be answered, and counts in the month while its money is away", async () => {
  const { id } = stripe.dispute(chargesOf(subscription)[0]?.id ?? "", { isInquiry: true });
  const refunds = async () => {
    const fields = parseMoneyFields(new URLSearchParams({ user: viewer.id }), "payments");
    return (await loadPayments(fields)).rows[0]?.refund !== null;
  };
  const steps: [
    act: () => void,
    label: string,
    status: string,
    isWaiting: boolean,
    refunds: boolean,
    taken: number,
  ][] = [
    [() => undefined, "照会に返事が必要", "bad", true, true, 0],
    [() => stripe.answerDispute(id), "照会の審査中", "active", false, true, 0],
    [() => stripe.escalateDispute(id), "証拠が必要", "bad", true, false, 550],
    [() => stripe.answerDispute(id), "審査中", "active", false, false, 550],
    [() => stripe.closeDispute(id, "lost"), "負けた", "bad", false, false, 550],
    [() => stripe.offerAppeal(id), "再審査に証拠が必要", "bad", true, false, 550],
    [() => stripe.answerDispute(id), "再審査中", "active", false, false, 550],
    [() => stripe.closeDispute(id, "won"), "認められた", "good", false, true, 0],
  ];
  for (const [act, label, status, isWaiting, isRefundable, taken] of steps) {
    stripe.clock.advance(minuteMs);
    act();
    await runMinute();
    expect((await load()).rows).toMatchObject([{ state: { label, status } }]);
    expect((await load("state=awaiting")).rows, label).toHaveLength(Number(isWaiting));
    const waiting = (await findAttention(now())).map(({ key }) => key);
    expect(waiting.includes("disputes"), label).toBe(isWaiting);
    expect(await refunds(), label).toBe(isRefundable);
    expect((await readMonthFigures("2027-01", now())).disputed, label).toBe(taken);
  }
});

test("the member's page names a disputed payment so, and a list of payments leads to it", async () => {
  await dispute();
  const { rows } = await loadPayments(parseMoneyFields(new URLSearchParams({ user: viewer.id }), "payments"));
  expect(rows).toMatchObject([{ state: "disputed", refund: null }]);
  const look = {
    userId: viewer.id,
    tab: "overview",
    adminSessionId: admin.id,
    actor: actorOf(admin),
  } as const;
  const { overview } = await loadMemberPage({ ...look, isAdministrator: true });
  expect(overview?.payments.map(({ note }) => note)).toEqual(["カード会社への異議"]);
  const seen = await loadMemberPage({ ...look, isAdministrator: false });
  expect(JSON.stringify(seen)).not.toContain("カード会社への異議");
});

test("the list is paged without a row twice or missing, and downloaded whole, also of who has left", async () => {
  await dispute();
  const [first] = await db.select().from(disputes);
  if (!first) throw new Error("no dispute");
  const total = moneyPageSize + 5;
  await write((tx) =>
    tx.insert(disputes).values(
      Array.from({ length: total - 1 }, (_, n) => ({
        ...first,
        id: `dp_${String(n).padStart(3, "0")}`,
        status: n === 3 ? "lost" : first.status,
        createdAt: new Date(first.createdAt.getTime() - Math.floor(n / 10) * dayMs),
      })),
    ),
  );
  await deleteAccount({ viewer });
  const one = await load();
  const two = await load("", one.next ?? "");
  const ids = [...one.rows, ...two.rows].map(({ disputeId }) => disputeId);
  expect([ids.length, new Set(ids).size, two.next]).toEqual([total, total, null]);
  expect(one.rows[0]?.member).toBeNull();
  const csv = await new Response(moneyAsCsv("disputes", fieldsOf(""))).text();
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(total + 1);
  expect(lines.find((line) => line.includes("dp_003"))).toContain(
    '"","550","身に覚えがない（不正利用）","負けた"',
  );
});

const choose = (kind: AlertKind) =>
  saveAlertSettings({
    admin,
    settings: { email: "staff@example.com", push: [], byEmail: [kind], quiet: null, urgentPasses: false },
    now: now(),
  });
const titles = async () =>
  (await db.select().from(emails).where(eq(emails.template, "operator-alert")).orderBy(emails.createdAt)).map(
    ({ values }) => values.title,
  );
async function tellAfter(ms: number): Promise<number> {
  stripe.clock.advance(ms);
  return sendAlerts(now());
}

test("a dispute waits until it is answered: told once at once, and once two days before its date", async () => {
  await choose("payments");
  await sendAlerts(now());
  stripe.clock.advance(minuteMs);
  const id = await dispute();
  expect(await tellAfter(minuteMs)).toBe(1);
  expect(await titles()).toEqual(["支払い：新しく1件"]);
  const waiting = async () => (await findAttention(now())).map(({ key, count }) => [key, count]);
  expect(await waiting()).toContainEqual(["disputes", 1]);
  expect(await tellAfter(dayMs)).toBe(0);
  expect(await tellAfter(5 * dayMs)).toBe(0);
  expect(await tellAfter(dayMs)).toBe(1);
  expect(await tellAfter(60 * minuteMs)).toBe(0);
  expect(await titles()).toEqual(["支払い：新しく1件", "支払い：新しく1件"]);
  stripe.answerDispute(id);
  await receiveAll();
  expect(await waiting()).not.toContainEqual(["disputes", 1]);
  expect(await tellAfter(dayMs)).toBe(0);
});

test("one that is answered in time is not told again, and after its date none waits", async () => {
  await choose("payments");
  await sendAlerts(now());
  stripe.clock.advance(minuteMs);
  const id = await dispute();
  expect(await tellAfter(minuteMs)).toBe(1);
  stripe.answerDispute(id);
  await receiveAll();
  expect(await tellAfter(8 * dayMs)).toBe(0);
  await write((tx) => tx.update(disputes).set({ status: "needs_response" }));
  stripe.clock.advance(2 * dayMs);
  expect((await findAttention(now())).map(({ key }) => key)).not.toContain("disputes");
});

test("a renewal that fails is told where it was asked for, and is nothing that waits", async () => {
  await choose("charges");
  await sendAlerts(now());
  const customer = stripe.account.subscriptions.get(subscription)?.customer ?? "";
  stripe.declineRenewals(customer);
  stripe.clock.advance(32 * dayMs);
  await applySubscription({ subscriptionId: subscription, now: now() });
  expect(await db.select().from(failedPayments)).toMatchObject([{ outcome: "open" }]);
  expect(await sendAlerts(now())).toBe(1);
  expect(await titles()).toEqual(["会員の支払いの失敗：新しく1件"]);
  expect(await tellAfter(20 * minuteMs)).toBe(0);
  expect((await findAttention(now())).map(({ key }) => key)).not.toContain("charges");
  const [email] = await db.select().from(emails).where(eq(emails.template, "operator-alert"));
  expect(email?.values).toMatchObject({
    body: "払われていない会員の支払いは、いま1件です。",
    path: "/admin/money?view=failed&state=open",
  });
});
