import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { unrecordableActor } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startStripeForMembers } from "#test/stripe/paying-members.ts";
import { syncSubscriptions } from "../server/sync-subscriptions.server.ts";
import { cancelByOperator } from "./cancel-by-operator.server.ts";

const site = await startStripeForMembers({ at: new Date("2027-01-15T03:00:00Z"), seed: "operator" });
const { stripe, now, subscribe, atStripe, membership } = site;
withDatabase();

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
  expect(await membership(who)).toMatchObject({ kind: "canceling" });
  expect(await recorded(who.id, "user.premium-cancel")).toHaveLength(1);
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
