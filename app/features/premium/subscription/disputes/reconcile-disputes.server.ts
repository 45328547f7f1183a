import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { primary, write } from "#db/client.ts";
import { disputes, receipts, settings } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";
import { applyPayment } from "../server/apply-payment.server.ts";
import { forEachAtStripe } from "../stripe/for-each-at-stripe.server.ts";
import { listDisputesSince, type StripeDispute } from "../stripe/read-disputes.server.ts";
import { applyDispute } from "./apply-dispute.server.ts";

/** Longer than this server may be off. */
const listedMs = 90 * dayMs;
/** Of the settings: the time (ms) from which on Stripe is asked next. */
const dueKey = "disputes_due";

/**
 * Asks Stripe once a day for the disputes that began lately, and for older ones that are open here: a webhook can be missed, and
 * nothing else reads a disputed payment, whose subscription has ended. An hour later when Stripe does not answer.
 */
export async function reconcileDisputes(now: Date = new Date()): Promise<void> {
  if (!(await claimDay(now))) return;
  try {
    await forEachAtStripe(await findChanged(now), async ({ id, paymentIntentId }) => {
      // First: once the row is up to date, nothing asks for premium again.
      if (paymentIntentId !== null) await applyPayment({ paymentIntentId, now });
      await applyDispute({ disputeId: id, now });
    });
  } catch (error) {
    await write((tx) =>
      tx
        .update(settings)
        .set({ value: String(now.getTime() + hourMs) })
        .where(eq(settings.key, dueKey)),
    );
    throw error;
  }
}

/** Of several processes one gets true, a day apart; the first time is an hour after the first start. */
async function claimDay(now: Date): Promise<boolean> {
  const isDue = eq(settings.key, dueKey);
  const stored = await readSetting(primary, dueKey);
  if (stored && Number(stored) > now.getTime()) return false;
  return write(async (tx) => {
    if (!stored) {
      const value = String(now.getTime() + hourMs);
      await tx.insert(settings).values({ key: dueKey, value }).onConflictDoNothing();
      return false;
    }
    const claimed = await tx
      .update(settings)
      .set({ value: String(now.getTime() + dayMs) })
      .where(and(isDue, eq(settings.value, stored)))
      .returning({ key: settings.key });
    return claimed.length > 0;
  });
}

interface Changed {
  id: string;
  paymentIntentId: string | null;
}

async function findChanged(now: Date): Promise<Changed[]> {
  const listed = await listDisputesSince(new Date(now.getTime() - listedMs));
  const known = new Map((await readRows(listed)).map((row) => [row.id, row]));
  const ours = await findOurPayments(listed.filter(({ id }) => !known.has(id)));
  const open = await primary
    .select({ id: disputes.id, paymentIntentId: receipts.paymentIntentId })
    .from(disputes)
    .innerJoin(receipts, eq(receipts.id, disputes.receiptId))
    .where(isNull(disputes.closedAt))
    .orderBy(asc(disputes.createdAt));
  const ids = new Set(listed.map(({ id }) => id));
  return [
    ...listed.filter((dispute) => {
      const row = known.get(dispute.id);
      return row ? differs(row, dispute) : ours.has(dispute.paymentIntentId ?? "");
    }),
    ...open.filter(({ id }) => !ids.has(id)),
  ];
}

type Row = typeof disputes.$inferSelect;

async function readRows(listed: readonly StripeDispute[]): Promise<Row[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  return primary.select().from(disputes).where(inArray(disputes.id, ids));
}

const differs = (row: Row, { status, reason, amount, evidenceDueAt }: StripeDispute): boolean =>
  row.status !== status ||
  row.reason !== reason ||
  row.amount !== amount ||
  row.evidenceDueAt?.getTime() !== evidenceDueAt?.getTime();

/** The payments among these that have a receipt here: others are another product's. */
async function findOurPayments(listed: readonly StripeDispute[]): Promise<ReadonlySet<string>> {
  const intents = listed.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  if (intents.length === 0) return new Set();
  const rows = await primary
    .select({ paymentIntentId: receipts.paymentIntentId })
    .from(receipts)
    .where(inArray(receipts.paymentIntentId, intents));
  return new Set(rows.flatMap(({ paymentIntentId }) => paymentIntentId ?? []));
}
