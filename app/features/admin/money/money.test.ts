import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import {
  cancelSubscription,
  pauseSubscription,
} from "#app/features/premium/subscription/changes/subscription-verbs.server.ts";
import { refundPayment } from "#app/features/premium/subscription/refunds/refund-payment.server.ts";
import { applySubscription } from "#app/features/premium/subscription/server/apply-subscription.server.ts";
import { runDueCancellations } from "#app/features/premium/subscription/server/cancellations.server.ts";
import { reconcileSubscriptions } from "#app/features/premium/subscription/server/reconcile-subscriptions.server.ts";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { failedPayments, receipts, refunds, subscriptions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { expectIndexUse } from "#test/databases/query-plan.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { selectDisputes, selectFailedPayments, selectPayments, selectRefunds } from "./list-money.server.ts";
import { loadFailedPayments, loadPayments, loadRefunds } from "./load-money.server.ts";
import { moneyPageSize } from "./money.ts";
import { moneyAsCsv } from "./money-as-csv.server.ts";
import { addMonths, parseMonth, readMonthFigures } from "./month-figures.server.ts";
import { parseMoneyFields } from "./parse-money-fields.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "money" });
const { stripe, now, subscribe } = site;
withDatabase();

const dayMs = 24 * 60 * 60 * 1000;
const fieldsOf = (query: string) => parseMoneyFields(new URLSearchParams(query), "payments");
const fields = fieldsOf("");
const narrowed = (view: "failed" | "refunds", state: string) =>
  parseMoneyFields(new URLSearchParams({ state }), view);

beforeEach(() =>
  write(async (tx) => {
    await tx.delete(refunds);
    await tx.delete(receipts);
    await tx.delete(failedPayments);
    await tx.delete(subscriptions);
  }),
);

test("months are those of Tokyo, and none that has not begun", () => {
  const at = new Date("2027-01-31T15:30:00Z");
  expect([null, "2027-01", "2027-03", "2027-13", "x"].map((text) => parseMonth(text, at))).toEqual([
    "2027-02",
    "2027-01",
    "2027-02",
    "2027-02",
    "2027-02",
  ]);
  expect([addMonths("2027-01", -1), addMonths("2026-12", 1)]).toEqual(["2026-12", "2027-01"]);
});

test("a month's subscriptions, income and what renews until its end", async () => {
  const who: { viewer: Viewer; id: string }[] = [];
  for (let n = 0; n < 4; n++) {
    const viewer = await addMember();
    who.push({ viewer, id: await subscribe(viewer) });
  }
  const readAll = async () => {
    for (const { id } of who) await applySubscription({ subscriptionId: id, now: now() });
  };
  const [stays, leaves, pauses, refunded] = who;
  if (!stays || !leaves || !pauses || !refunded) throw new Error("no members");
  await cancelSubscription({ viewer: leaves.viewer, now: now() });
  await pauseSubscription({ viewer: pauses.viewer, now: now() });
  const { rows } = await loadPayments(fieldsOf(`user=${refunded.viewer.id}`));
  await refundPayment({ receiptId: rows[0]?.id ?? "", seen: 0, amount: 550, reason: "r", actor, now: now() });
  await runDueCancellations(now());
  expect(await readMonthFigures("2027-01", now())).toMatchObject({
    activeAtStart: 0,
    started: 4,
    ended: 1,
    lostShare: null,
    income: 2200,
    payments: 4,
    refunded: 550,
    // They are paid until February.
    forecast: { active: 3, renewals: 0, ending: 0, sum: 1650 },
  });
  stripe.clock.advanceTo(new Date("2027-02-03T03:00:00Z"));
  expect(await readMonthFigures("2027-02", now())).toMatchObject({
    activeAtStart: 3,
    started: 0,
    ended: 0,
    lostShare: 0,
    income: 0,
    forecast: { active: 3, renewals: 1, ending: 1, sum: 550 },
  });
  expect(await readMonthFigures("2027-01", now())).toMatchObject({ started: 4, ended: 1, forecast: null });
  stripe.clock.advanceTo(new Date("2027-02-20T03:00:00Z"));
  await readAll();
  expect(await readMonthFigures("2027-02", now())).toMatchObject({
    activeAtStart: 3,
    ended: 1,
    lostShare: 1 / 3,
    income: 550,
    forecast: { active: 2, renewals: 0, ending: 0, sum: 550 },
  });
});

test("subscriptions that ended before the column was there are read once more", async () => {
  const viewer = await addMember();
  const id = await subscribe(viewer);
  await stripe.client().subscriptions.cancel(id);
  await applySubscription({ subscriptionId: id, now: now() });
  const endedAt = now();
  // As the migration leaves them.
  await write((tx) => tx.update(subscriptions).set({ endedAt: null, checkedAt: new Date(0) }));
  stripe.clock.advance(3 * dayMs);
  await reconcileSubscriptions(now());
  expect(await readMonthFigures(parseMonth(null, endedAt), now())).toMatchObject({ ended: 1 });
});

async function addReceipts(viewer: Viewer, count: number): Promise<void> {
  const at = new Date("2027-01-15T03:00:00Z");
  await write((tx) =>
    tx.insert(receipts).values(
      Array.from({ length: count }, (_, n) => ({
        // Many at the same moment: the id decides.
        id: `in_${String(n).padStart(3, "0")}`,
        userId: viewer.id,
        paymentIntentId: `pi_${n}`,
        number: `M-${n}`,
        amount: 550,
        taxRate: 10,
        periodStart: at,
        periodEnd: at,
        paidAt: new Date(at.getTime() - Math.floor(n / 10) * dayMs),
        recipient: viewer.name,
        refunded: n === 3 ? 100 : 0,
      })),
    ),
  );
}

test("the list is paged without a row twice or missing, narrowed, and downloaded whole", async () => {
  const viewer = await addMember({ name: "夜野 かなで" });
  const total = moneyPageSize * 2 + 5;
  await addReceipts(viewer, total);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await loadPayments(fields, cursor);
    seen.push(...rows.map(({ id }) => id));
    cursor = next ?? undefined;
  } while (cursor);
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  const numbers = async (query: string) =>
    (await loadPayments(fieldsOf(query))).rows.map(({ number }) => number);
  expect(await numbers("state=refunded")).toEqual(["M-3"]);
  expect(await numbers("number=M-7")).toEqual(["M-7"]);
  expect(await numbers("user=nobody")).toEqual([]);
  expect(await numbers("from=2027-01-15&to=2027-01-15")).toHaveLength(10);
  expect(await numbers("from=x&state=open")).toHaveLength(moneyPageSize);
  for (const forged of ["no cursor", "253402300800000.x", "999999999999999.x"])
    expect((await loadPayments(fields, forged)).rows, forged).toHaveLength(moneyPageSize);
  const csv = await new Response(moneyAsCsv("payments", fields)).text();
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(total + 1);
  expect(lines[1]).toContain(`"${viewer.id}","550","50","0",""`);
});

test("a payment shows what is left of it, who has left and what failed", async () => {
  const viewer = await addMember();
  await subscribe(viewer);
  const [paid] = (await loadPayments(fields)).rows;
  expect(paid).toMatchObject({
    member: { id: viewer.id },
    amount: "550円",
    state: "paid",
    refund: { seen: 0, left: 550, endsPremium: true },
  });
  await refundPayment({ receiptId: paid?.id ?? "", seen: 0, amount: 50, reason: "一部", actor, now: now() });
  expect((await loadPayments(fields)).rows).toMatchObject([
    { state: "partly", refunded: "50円", refund: { seen: 1, left: 500 } },
  ]);
  expect((await loadRefunds(fields)).rows).toMatchObject([
    { amount: "50円", status: "succeeded", reason: "一部" },
  ]);
  expect((await loadRefunds(narrowed("refunds", "problem"))).rows).toEqual([]);
  expect((await loadFailedPayments(narrowed("failed", "open"))).rows).toEqual([]);
});

// Postgres chooses by what is in the tables: test/plans explains what servers send.
test.skipIf(dialect === "postgres").each([
  ["paid", "failed", "created", "created", {}],
  ["user", "user", "user", "user", { userId: "u" }],
  ["paid", "failed", "created", "created", { from: new Date(0), until: new Date() }],
  ["refunded", "open", "failed", "awaiting", { isNarrowed: true }],
] as const)("the lists are read along their index (%s)", async (paid, failed, refund, dispute, narrow) => {
  const none = { userId: undefined, number: undefined, from: undefined, until: undefined, isNarrowed: false };
  const options = { ...none, after: { at: new Date(), id: "x" }, limit: 51, ...narrow };
  await expectIndexUse(selectPayments(options).getSQL(), `receipts_${paid}_index`);
  await expectIndexUse(selectFailedPayments(options).getSQL(), `failed_payments_${failed}_index`);
  await expectIndexUse(selectRefunds(options).getSQL(), `refunds_${refund}_index`);
  await expectIndexUse(selectDisputes(options).getSQL(), `disputes_${dispute}_index`);
});
