import { eq, sql } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { disputes, receipts } from "#db/schema/index.ts";
import { lockReceipt } from "../refunds/write-refunds.server.ts";
import { readDispute, type StripeDispute } from "../stripe/read-disputes.server.ts";
import { isDisputeOver } from "./dispute.ts";

/** Stripe waits for evidence. Literals, as in the indexes. */
export const awaitsEvidence = sql`${disputes.status} in ('needs_response', 'warning_needs_response', 'appeal_needs_response')`;

/**
 * Reads a dispute anew at Stripe and writes its row. The only function that does: any number of calls, in any order, leads to the
 * same row. Ignores one about a payment without a receipt here, such as another product's. Throws `StripeFailure`.
 */
export async function applyDispute(options: { disputeId: string; now?: Date }): Promise<void> {
  const { disputeId, now = new Date() } = options;
  // Prevents an older answer from winning: of two reads that overlap, the one that took its ticket later is written.
  const ticket = await beginRead(disputeId);
  const dispute = await readDispute(disputeId);
  if (!dispute) return;
  if (ticket !== null) await updateDispute(dispute, ticket, now);
  // Another read was faster, and may have got an older answer.
  else if ((await addDispute(dispute, now)) === "known") await applyDispute(options);
}

async function beginRead(id: string): Promise<number | null> {
  const [ticket] = await write((tx) =>
    tx
      .update(disputes)
      .set({ fetchSeq: sql`${disputes.fetchSeq} + 1` })
      .where(eq(disputes.id, id))
      .returning({ number: disputes.fetchSeq }),
  );
  return ticket?.number ?? null;
}

async function addDispute(dispute: StripeDispute, now: Date): Promise<"added" | "known" | "ignored"> {
  const { paymentIntentId, ...row } = dispute;
  if (paymentIntentId === null) return "ignored";
  const [receipt] = await primary
    .select({ id: receipts.id })
    .from(receipts)
    .where(eq(receipts.paymentIntentId, paymentIntentId));
  if (!receipt) return "ignored";
  return write(async (tx) => {
    const { account } = await lockReceipt(tx, receipt.id);
    const added = await tx
      .insert(disputes)
      .values({
        ...row,
        userId: account?.id ?? null,
        receiptId: receipt.id,
        closedAt: isDisputeOver(row) ? now : null,
      })
      .onConflictDoNothing()
      .returning({ id: disputes.id });
    return added.length > 0 ? "added" : "known";
  });
}

async function updateDispute(dispute: StripeDispute, ticket: number, now: Date): Promise<void> {
  const { id, amount, reason, status, evidenceDueAt } = dispute;
  await write(async (tx) => {
    const [row] = await forUpdate(tx.select().from(disputes).where(eq(disputes.id, id)), "update");
    if (!row || row.appliedSeq >= ticket) return;
    const closedAt = isDisputeOver({ status }) ? (row.closedAt ?? now) : null;
    await tx
      .update(disputes)
      .set({ amount, reason, status, evidenceDueAt, closedAt, appliedSeq: ticket })
      .where(eq(disputes.id, id));
  });
}
