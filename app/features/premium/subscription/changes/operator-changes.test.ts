import { and, eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { describePayments } from "#app/features/admin/members/server/describe-payments.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { db } from "#db/client.ts";
import { auditLog, users } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { syncSubscriptions } from "../server/reconcile-subscriptions.server.ts";
import { cancelByOperator } from "./subscription-verbs.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "operator" });
const { stripe, now, subscribe, atStripe, membership } = site;
withDatabase();
afterEach(() => vi.useRealTimers());

const actor = operatorActor;

const recorded = (userId: string, action: "user.premium-cancel" | "user.premium-sync") =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, userId), eq(auditLog.action, action)));

test("who pays is not made free: the subscription is cancelled at the period's end, and that is recorded", async () => {
  const who = await addMember();
  await expect(cancelByOperator({ userId: who.id, actor, now: now() })).rejects.toThrow("お支払い中");
  await subscribe(who);
  await expect(grantPremium({ userId: who.id, days: 0, actor, now: now() })).rejects.toThrow(
    "カードでお支払い中の会員です。先に解約してください。",
  );
  await expect(cancelByOperator({ userId: who.id, actor: unrecordableActor, now: now() })).rejects.toThrow();
  expect(await atStripe(who)).toMatchObject([{ cancel_at_period_end: false }]);
  await cancelByOperator({ userId: who.id, actor, now: now() });
  expect(await atStripe(who)).toMatchObject([{ cancel_at_period_end: true }]);
  const { kind, paidUntil } = await membership(who);
  expect(kind).toBe("canceling");
  expect(await recorded(who.id, "user.premium-cancel")).toHaveLength(1);

  // What is paid is kept, so "free" would be a success that changes nothing.
  await grantPremium({ userId: who.id, days: 60, actor, now: now() });
  const granted = await membership(who);
  await expect(grantPremium({ userId: who.id, days: 0, actor, now: now() })).rejects.toThrow(
    `解約の手続きは済んでいますが、支払い済みの${paidUntil ? formatDate(paidUntil) : ""}まではプレミアムが続きます。それより前に無料にはできません。`,
  );
  expect(await membership(who)).toEqual(granted);
  stripe.clock.advance(31 * dayMs);
  await grantPremium({ userId: who.id, days: 0, actor, now: now() });
  expect((await membership(who)).grantedUntil).toBeNull();
});

test("a cancellation that Stripe refuses, or does not answer, does not stand in the log as done", async () => {
  const who = await addMember();
  const id = await subscribe(who);
  const actions = async () =>
    (await db.select().from(auditLog).where(eq(auditLog.targetId, who.id)).orderBy(auditLog.id)).map(
      ({ action }) => action,
    );
  const on = `POST /v1/subscriptions/${id}`;
  const cancel = () => cancelByOperator({ userId: who.id, actor, now: now() });
  stripe.failNext({ on, answer: 429 });
  await expect(cancel()).rejects.toThrow("決済サービスにつながりません");
  expect(await actions()).toEqual(["user.premium-cancel-failed"]);
  expect(await membership(who)).toMatchObject({ kind: "active" });
  await stripe.client().subscriptions.update(id, { cancel_at_period_end: true });
  await expect(cancel()).rejects.toThrow("解約の手続きは済んでいます");
  expect(await actions()).toEqual(["user.premium-cancel-failed", "user.premium-cancel-failed"]);
  await stripe.client().subscriptions.update(id, { cancel_at_period_end: false });
  // It may have been done or not: the log claims neither.
  stripe.failNext({ on, answer: 503, times: 4 });
  await expect(cancel()).rejects.toThrow("決済サービスにつながりません");
  expect((await actions()).at(-1)).toBe("user.premium-cancel-request");
  await cancel();
  expect((await actions()).at(-1)).toBe("user.premium-cancel");
});

test("before a denial its consequences for money are told as they are, and coming back keeps to them", async () => {
  const [who, free] = [await addMember(), await addMember()];
  await subscribe(who);
  const { paidUntil } = await membership(who);
  const paid = paidUntil ? formatDate(paidUntil) : "";
  const notes = await describePayments([who.id, free.id], now());
  expect(notes.get(free.id)).toBeUndefined();
  expect(notes.get(who.id)?.denial).toContain("すぐに解約されます。これからの請求はありません。");
  expect(notes.get(who.id)?.denial).toContain(`${paid}までの料金は支払い済みで、自動では返金されません`);
  expect(notes.get(who.id)?.deletion).toBe(
    `お支払い中のプレミアムは、すぐに解約されます。次のお支払い（${paid}、月額550円）も、そのあとの請求もありません。${paid}までの料金は支払い済みで、自動では返金されません。`,
  );
  expect(notes.get(who.id)?.suspension).toContain(`プレミアムのお支払いは続きます（次は${paid}）`);

  await suspendAccount({ userId: who.id, actor, reason: "確認しています", now: now() });
  await site.runMinute();
  expect(await membership(who)).toMatchObject({ kind: "active", paidUntil });
  // What is paid after the denial is given back.
  stripe.clock.advance(60_000);
  vi.useFakeTimers({ toFake: ["Date"], now: now() });
  await denyAccount({ userId: who.id, actor, now: now() });
  await site.runMinute();
  expect(await atStripe(who)).toMatchObject([{ status: "canceled" }]);
  await approveAccount({ userId: who.id, actor, now: now() });
  // Nothing is charged and nothing given back; what is paid is there to its end, and the contract is not.
  expect(await membership(who)).toMatchObject({ paidUntil, nextPaymentAt: null });
  const [account] = await db.select().from(users).where(eq(users.id, who.id));
  expect([account?.isPremium, account?.premiumDisplayEndDate]).toEqual([true, paidUntil]);
  expect(site.chargesOf((await atStripe(who))[0]?.id ?? "")).toMatchObject([{ refunded: false }]);
});

test("what Stripe says is read anew where its events did not come", async () => {
  const who = await addMember();
  await expect(syncSubscriptions({ userId: who.id, actor, now: now() })).rejects.toThrow("お支払いの記録");
  const id = await subscribe(who);
  await stripe.client().subscriptions.update(id, { cancel_at_period_end: true });
  expect(await membership(who)).toMatchObject({ kind: "active" });
  await syncSubscriptions({ userId: who.id, actor, now: now() });
  expect(await membership(who)).toMatchObject({ kind: "canceling" });
  expect(await recorded(who.id, "user.premium-sync")).toHaveLength(1);
});
