import { eq, sql } from "drizzle-orm";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { payments, purchases, subscriptions, users } from "#db/schema/index.ts";
import { insertOrder } from "../orders/orders.server.ts";
import { writeReceipts } from "../receipts/receipts.server.ts";
import { writeRefunds } from "../refunds/write-refunds.server.ts";
import {
  isLive,
  isOver,
  readSubscription,
  type StripeSubscription,
} from "../stripe/read-subscription.server.ts";
import { enqueueCancellation } from "./enqueue-cancellation.server.ts";
import { writeFailedPayments } from "./failed-payments.server.ts";
import { updatePremium } from "./update-premium.server.ts";

type Account = typeof users.$inferSelect;
type Row = typeof subscriptions.$inferSelect;

/**
 * Reads a subscription anew at Stripe and writes its row, its payments, the member's premium and emails about changes. The
 * only function that does: any number of calls, in any order, leads to the same rows. Ignores another product's and a
 * stranger's subscription; one that Stripe no longer has is over. Throws `StripeFailure`.
 */
export async function applySubscription(options: { subscriptionId: string; now?: Date }): Promise<void> {
  const { subscriptionId, now = new Date() } = options;
  // Prevents an older answer from winning: of two reads that overlap, the one that took its ticket later is written.
  let ticket = await beginRead(subscriptionId);
  if (!ticket) {
    if (!(await addSubscription(subscriptionId, now))) return;
    ticket = await beginRead(subscriptionId);
  }
  if (!ticket) return;
  const { userId, number } = ticket;
  const state = (await readSubscription(subscriptionId)) ?? (await endedState(subscriptionId));
  if (!state) return;
  try {
    await write((tx) => applyState(tx, { userId, state, number, now }));
  } catch (error) {
    // The account was deleted meanwhile, and the outbox has its customer.
    if (!(error instanceof NotAuthenticated)) throw error;
  }
}

async function beginRead(id: string): Promise<{ userId: string; number: number } | null> {
  const [ticket] = await write((tx) =>
    tx
      .update(subscriptions)
      .set({ fetchSeq: sql`${subscriptions.fetchSeq} + 1` })
      .where(eq(subscriptions.id, id))
      .returning({ userId: subscriptions.userId, number: subscriptions.fetchSeq }),
  );
  return ticket ?? null;
}

/** False for a subscription of another product or of nobody here. */
async function addSubscription(id: string, now: Date): Promise<boolean> {
  const state = await readSubscription(id);
  if (!state?.isOurPrice) return false;
  const [owner] = await primary
    .select({ id: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, state.customerId));
  if (!owner) return false;
  const { customerId, createdAt } = state;
  return write(async (tx) => {
    const gone = await lockMember(tx, owner.id).then(
      () => false,
      (error: unknown) => {
        if (error instanceof NotAuthenticated) return true;
        throw error;
      },
    );
    if (gone) return false;
    await tx
      .insert(subscriptions)
      .values({ id, userId: owner.id, customerId, status: "incomplete", checkedAt: now, createdAt })
      .onConflictDoNothing();
    return true;
  });
}

/** The state of a known subscription that Stripe no longer has: over, with the known payments. */
async function endedState(id: string): Promise<StripeSubscription | null> {
  const [row] = await primary.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return null;
  const paid = await primary.select().from(payments).where(eq(payments.subscriptionId, id));
  const { customerId, cancelAtPeriodEnd, createdAt } = row;
  return {
    id,
    customerId,
    status: "canceled",
    isOurPrice: true,
    cancelAtPeriodEnd,
    isPaused: false,
    resumesAt: null,
    createdAt,
    endedAt: null,
    invoices: {
      paid: paid.map(({ reversedAt, ...one }) => ({
        ...one,
        number: null,
        isReversed: reversedAt !== null,
        refunds: null,
      })),
      failed: [],
    },
  };
}

interface Read {
  userId: string;
  state: StripeSubscription;
  number: number;
  now: Date;
}

async function applyState(tx: Db, { userId, state, number, now }: Read): Promise<void> {
  const account = await lockMember(tx, userId);
  const { paid: invoices } = state.invoices;
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, state.id));
  if (!row || row.appliedSeq >= number) return;
  const next = nextRow(row, state, now);
  await tx
    .update(subscriptions)
    .set({ ...next, appliedSeq: number, checkedAt: isOver(next) ? null : now })
    .where(eq(subscriptions.id, state.id));
  const newPayments = await writePayments(tx, { userId, state, now });
  await writeReceipts(tx, { account, invoices, newPayments, now });
  await writeFailedPayments(tx, { userId, state });
  if (isLive(next)) {
    const ended = await tx.delete(purchases).where(eq(purchases.userId, userId)).returning();
    for (const purchase of ended) await insertOrder(tx, purchase, { subscriptionId: state.id, now });
    await cancelReversed(tx, state, now);
    // A purchase that was under way when its member was denied: the outbox asked Stripe before the payment, which is given back.
    if (account.state === "denied")
      await enqueueCancellation(tx, {
        id: state.id,
        reason: "account_closed",
        refunds: !isLive(row),
        now,
      });
  }
  if (isOver(next)) await cancelTrialsAfter(tx, { account, id: state.id, now });
  const isDuplicate = await cancelDuplicates(tx, { account, id: state.id, now });
  // Of a duplicate both are told with its cancellation.
  if (!isDuplicate) await sendEmails(tx, { account, row, next, now });
  for (const { id: receiptId, refunds } of invoices)
    await writeRefunds(tx, { account, receiptId, refunds: refunds ?? [], isTold: isDuplicate, now });
  await updatePremium(tx, { account, now, changes: { pauseUsedAt: pauseUsedAt(account, next, now) } });
}

type NextRow = Pick<
  Row,
  "status" | "paidUntil" | "cancelAtPeriodEnd" | "pausedFrom" | "resumesAt" | "remindedAt" | "endedAt"
>;

function nextRow(row: Row, state: StripeSubscription, now: Date): NextRow {
  const { status, cancelAtPeriodEnd } = state;
  // A trial gives nothing once its subscription is over (`updatePremium`).
  const ends = state.invoices.paid
    .filter(({ isReversed, amount }) => !isReversed && (amount > 0 || isLive(state)))
    .map(({ periodEnd }) => periodEnd.getTime());
  const paidUntil = ends.length > 0 ? new Date(Math.max(...ends)) : null;
  const pause = pauseOf(row, state, paidUntil, now);
  const isSamePause = row.resumesAt?.getTime() === pause.resumesAt?.getTime();
  return {
    status,
    paidUntil,
    cancelAtPeriodEnd,
    ...pause,
    remindedAt: isSamePause ? row.remindedAt : null,
    endedAt: status === "canceled" ? (state.endedAt ?? row.endedAt ?? now) : null,
  };
}

const noPause = { pausedFrom: null, resumesAt: null };

/** A pause lasts from the paid end until the next payment: Stripe ends its own a moment earlier. */
function pauseOf(
  row: Row,
  state: StripeSubscription,
  paidUntil: Date | null,
  now: Date,
): Pick<Row, "pausedFrom" | "resumesAt"> {
  if (state.status !== "active" && state.status !== "trialing") return noPause;
  const isPaidAgain = row.pausedFrom !== null && paidUntil !== null && paidUntil > row.pausedFrom;
  if (state.isPaused) {
    const pausedFrom = isPaidAgain ? paidUntil : (row.pausedFrom ?? paidUntil ?? now);
    return { pausedFrom, resumesAt: state.resumesAt };
  }
  const awaitsPayment =
    row.pausedFrom !== null &&
    row.pausedFrom <= now &&
    row.resumesAt !== null &&
    row.resumesAt <= now &&
    !isPaidAgain;
  return awaitsPayment ? { pausedFrom: row.pausedFrom, resumesAt: row.resumesAt } : noPause;
}

/** The pause is used from its begin: until then the member can take it back. */
function pauseUsedAt(account: Account, next: NextRow, now: Date): Date | null {
  if (account.pauseUsedAt !== null && account.pauseUsedAt <= now) return account.pauseUsedAt;
  return next.pausedFrom;
}

/** Returns the ids of payments that were not known before. */
async function writePayments(
  tx: Db,
  { userId, state, now }: { userId: string; state: StripeSubscription; now: Date },
): Promise<Set<string>> {
  const added = new Set<string>();
  const known = await tx.select().from(payments).where(eq(payments.subscriptionId, state.id));
  for (const { isReversed, number: _, refunds: __, ...paid } of state.invoices.paid) {
    const before = known.find(({ id }) => id === paid.id);
    const reversedAt = isReversed ? (before?.reversedAt ?? now) : null;
    if (!before) {
      await tx.insert(payments).values({ ...paid, userId, subscriptionId: state.id, reversedAt });
      added.add(paid.id);
    } else if ((before.reversedAt === null) !== (reversedAt === null)) {
      await tx.update(payments).set({ reversedAt }).where(eq(payments.id, paid.id));
    }
  }
  return added;
}

/** A refund or a dispute of the latest payment ends the subscription. */
async function cancelReversed(tx: Db, state: StripeSubscription, now: Date): Promise<void> {
  const [latest] = state.invoices.paid
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.periodEnd.getTime() - a.periodEnd.getTime());
  if (latest?.isReversed)
    await enqueueCancellation(tx, { id: state.id, reason: "reversed", refunds: false, now });
}

/**
 * Prevents premium that nobody has paid for. A subscription that follows the paid time of one that is over is a trial until then
 * (`startOfPurchase`): if that time's payment is taken back, the trial ends as well.
 */
async function cancelTrialsAfter(
  tx: Db,
  { account, id, now }: { account: Account; id: string; now: Date },
): Promise<void> {
  const rows = await tx
    .select({ payment: payments, status: subscriptions.status })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(eq(payments.userId, account.id));
  const takenBack = rows.flatMap(({ payment: { subscriptionId, reversedAt, periodStart, periodEnd } }) =>
    subscriptionId === id && reversedAt ? [{ reversedAt, periodStart, periodEnd }] : [],
  );
  const paid = new Set(rows.flatMap(({ payment }) => (payment.amount > 0 ? [payment.subscriptionId] : [])));
  for (const { payment: trial, status } of rows) {
    if (paid.has(trial.subscriptionId) || !isLive({ status })) continue;
    // A trial of a grant's time stays.
    const isFollowed = takenBack.some(
      ({ reversedAt, periodStart, periodEnd }) =>
        periodStart <= trial.periodStart &&
        trial.periodStart < periodEnd &&
        trial.periodStart < reversedAt &&
        (account.premiumGrantedUntil === null || account.premiumGrantedUntil < periodEnd),
    );
    if (isFollowed)
      await enqueueCancellation(tx, { id: trial.subscriptionId, reason: "reversed", refunds: false, now });
  }
}

/**
 * Cancels and refunds all live subscriptions but the first. Returns whether `id` is, or was, one of these: an earlier one that has
 * ended is not.
 */
async function cancelDuplicates(
  tx: Db,
  { account, id, now }: { account: Account; id: string; now: Date },
): Promise<boolean> {
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, account.id));
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const first = rows.findIndex(isLive);
  if (first === -1) return false;
  for (const duplicate of rows.slice(first + 1).filter(isLive)) {
    const isNew = await enqueueCancellation(tx, {
      id: duplicate.id,
      reason: "duplicate",
      refunds: true,
      now,
    });
    if (!isNew) continue;
    const { name, email } = account;
    await sendEmail(tx, {
      to: email,
      template: "premium-duplicate",
      values: { name },
      userId: account.id,
      now,
    });
    afterCommit(() =>
      logger.error({ userId: account.id, subscription: duplicate.id }, "a second subscription is cancelled"),
    );
  }
  return rows.findIndex((row) => row.id === id) > first;
}

/** Sends each email once: when the row changes to that state. */
async function sendEmails(
  tx: Db,
  { account, row, next, now }: { account: Account; row: Row; next: NextRow; now: Date },
): Promise<void> {
  if (!isLive(row)) return;
  const { id: userId, name, email: to } = account;
  const fails = ({ status }: { status: string }) => status === "past_due" || status === "unpaid";
  if (fails(next) && !fails(row))
    await sendEmail(tx, { to, template: "premium-payment-failed", values: { name }, userId, now });
  const ends = (at: Pick<Row, "status" | "cancelAtPeriodEnd">) => at.cancelAtPeriodEnd || isOver(at);
  if (ends(next) && !ends(row)) {
    const { paidUntil } = next;
    const endsAt = paidUntil && paidUntil > now ? formatDate(paidUntil) : "";
    await sendEmail(tx, { to, template: "premium-cancelled", values: { name, endsAt }, userId, now });
  }
}
