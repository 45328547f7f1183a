import { and, desc, eq, isNull, lte } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { formatYen } from "#app/lib/format-yen.ts";
import { type Db, primary, write } from "#db/client.ts";
import { orders, receipts, users } from "#db/schema/index.ts";
import type { PaidInvoice } from "../stripe/read-invoices.server.ts";
import { includedTax, receiptPath, taxRate } from "./receipt.ts";

type Receipt = typeof receipts.$inferSelect;

/**
 * Writes the receipts of a subscription's paid invoices; `writeRefunds` adds what is refunded. A payment that was not known before
 * (`newPayments`) is told by email, once, unless its member wants none. `tx` has locked the account.
 */
export async function writeReceipts(
  tx: Db,
  options: {
    account: Pick<typeof users.$inferSelect, "id" | "name" | "email" | "emailsReceipts">;
    invoices: readonly PaidInvoice[];
    newPayments: ReadonlySet<string>;
    now: Date;
  },
): Promise<void> {
  const { account, invoices, newPayments, now } = options;
  const settings = environment();
  for (const { id, number, paymentIntentId, amount, periodStart, periodEnd, paidAt } of invoices) {
    if (amount === 0 || number === null) continue;
    const [issued] = await tx
      .insert(receipts)
      .values({
        id,
        userId: account.id,
        paymentIntentId,
        number,
        amount,
        taxRate,
        periodStart,
        periodEnd,
        paidAt,
        supplier: settings.OPERATOR_NAME ?? null,
        supplierAddress: settings.OPERATOR_ADDRESS ?? null,
        registrationNumber: settings.OPERATOR_INVOICE_NUMBER ?? null,
        recipient: account.name,
      })
      .onConflictDoNothing()
      .returning();
    if (issued && newPayments.has(id) && account.emailsReceipts) await emailReceipt(tx, account, issued, now);
  }
}

async function emailReceipt(
  tx: Db,
  { id: userId, name, email: to }: Pick<typeof users.$inferSelect, "id" | "name" | "email">,
  issued: Receipt,
  now: Date,
): Promise<void> {
  const { number, amount, tax, paidAt, period, supplier, registrationNumber } = viewReceipt(issued);
  const values = {
    name,
    number,
    amount,
    tax: registrationNumber ? tax : "",
    paidAt,
    period,
    supplier: supplier ?? "",
    registrationNumber: registrationNumber ?? "",
    path: receiptPath(issued.id),
  };
  await sendEmail(tx, { to, template: "premium-receipt", values, userId, now });
}

export type ReceiptView = ReturnType<typeof viewReceipt>;

/** Dates and yen are formatted, dates in Asia/Tokyo. */
function viewReceipt(receipt: Receipt) {
  const { id, number, amount, taxRate: rate, periodStart, periodEnd, paidAt, refunded, refundedAt } = receipt;
  const { supplier, supplierAddress, registrationNumber, recipient, recipientSetAt } = receipt;
  return {
    id,
    number,
    amount: formatYen(amount),
    taxRate: rate,
    tax: formatYen(includedTax(amount, rate)),
    period: `${formatDate(periodStart)}〜${formatDate(periodEnd)}`,
    paidAt: formatDate(paidAt),
    supplier,
    supplierAddress,
    /** With it the receipt is a qualified invoice (適格請求書). */
    registrationNumber,
    recipient,
    canSetRecipient: recipientSetAt === null,
    refund: refundedAt && {
      amount: formatYen(refunded),
      tax: formatYen(includedTax(refunded, rate)),
      at: formatDate(refundedAt),
    },
  };
}

/** The newest first. */
export async function listReceipts(options: { userId: string }): Promise<ReceiptView[]> {
  const rows = await primary
    .select()
    .from(receipts)
    .where(eq(receipts.userId, options.userId))
    .orderBy(desc(receipts.paidAt), desc(receipts.id));
  return rows.map(viewReceipt);
}

const notFound = () => new NotFound("領収書が見つかりません");

/** Throws `NotFound` for one of somebody else too. */
export async function findReceipt(options: { userId: string; id: string }): Promise<ReceiptView> {
  const own = and(eq(receipts.id, options.id), eq(receipts.userId, options.userId));
  const [row] = await primary.select().from(receipts).where(own);
  if (!row) throw notFound();
  return viewReceipt(row);
}

/** Once for each receipt: what was handed on must not change. Throws `NotFound`, and `Conflict` the second time. */
export async function setRecipient(options: {
  userId: string;
  id: string;
  recipient: string;
}): Promise<void> {
  const { userId, id, recipient } = options;
  await write(async (tx) => {
    const own = and(eq(receipts.id, id), eq(receipts.userId, userId));
    const [changed] = await tx
      .update(receipts)
      .set({ recipient, recipientSetAt: new Date() })
      .where(and(own, isNull(receipts.recipientSetAt)))
      .returning({ id: receipts.id });
    if (changed) return;
    const [there] = await tx.select({ id: receipts.id }).from(receipts).where(own);
    throw there ? new Conflict("宛名は、一度だけ変えられます。") : notFound();
  });
}

export async function wantsReceiptEmails(options: { userId: string }): Promise<boolean> {
  const [account] = await primary
    .select({ emailsReceipts: users.emailsReceipts })
    .from(users)
    .where(eq(users.id, options.userId));
  return account?.emailsReceipts ?? false;
}

export async function chooseReceiptEmails(options: { userId: string; isWanted: boolean }): Promise<void> {
  const { userId, isWanted } = options;
  await write((tx) => tx.update(users).set({ emailsReceipts: isWanted }).where(eq(users.id, userId)));
}

/**
 * How long records of payments are stored, in months: the law's seven years begin with the day after the tax return is due, up to
 * three months after a business year's end, which is up to a year after the payment. So they stay for eight years and three
 * months, also after the account's end.
 */
export const paymentRecordMonths = 8 * 12 + 3;

export async function removeOldPaymentRecords(now: Date = new Date()): Promise<number> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - paymentRecordMonths);
  return write(async (tx) => {
    const gone = [
      ...(await tx.delete(orders).where(lte(orders.orderedAt, oldest)).returning({ id: orders.id })),
      ...(await tx.delete(receipts).where(lte(receipts.paidAt, oldest)).returning({ id: receipts.id })),
    ];
    return gone.length;
  });
}
