// on both databases: the row that makes a refund happen once is written before Stripe is called
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { auditLog, emails, receipts, refunds } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";
import { startStripeForMembers } from "../../stripe/paying-members.ts";

withDatabase();
const { stripe, subscribe } = await startStripeForMembers({ at: new Date(), seed: "refund-crash" });

let server: RunningServer | undefined;
afterAll(async () => {
  await server?.kill();
});

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  server = await startServer({ env: { ...stripe.settings, ...env }, workers: 0 });
  return server;
}

test("killed between Stripe's call and the write of its result: the same form refunds once, and tells it once", async () => {
  const viewer = await addMember();
  await subscribe(viewer);
  const [paid] = await db.select().from(receipts).where(eq(receipts.userId, viewer.id));
  const { token } = await addAdminSession();
  const fields = {
    intent: "refund",
    receipt: paid?.id ?? "",
    seen: "0",
    amount: "200",
    reason: "障害のおわび",
  };
  const post = (origin: string) =>
    Client.withAdminSession(origin, token).form("/admin/money?view=payments", fields);

  const dying = await start({ CRASH_AT: "refund-created" });
  await expect(post(dying.origin)).rejects.toThrow();
  await dying.ended;
  await dying.kill();
  const row = () =>
    db
      .select()
      .from(refunds)
      .where(eq(refunds.receiptId, paid?.id ?? ""));
  expect(await row()).toMatchObject([{ status: "requested", amount: 200 }]);
  expect(stripe.account.refunds.size).toBe(1);

  const { origin } = await start();
  for (const _ of [1, 2]) expect((await post(origin)).status).toBe(303);
  expect(await row()).toMatchObject([{ status: "succeeded", amount: 200 }]);
  expect([...stripe.account.refunds.values()].map(({ amount }) => amount)).toEqual([200]);
  expect(await db.$count(auditLog, eq(auditLog.action, "payment.refund"))).toBe(1);
  expect(await db.$count(emails, eq(emails.template, "premium-refunded"))).toBe(1);
});
