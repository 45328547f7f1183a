import { and, count, eq, gte, inArray, isNull, lt, notInArray, type SQL, sql, sum } from "drizzle-orm";
import { premiumTerms } from "#app/features/premium/premium.ts";
import { statusesWithMoney } from "#app/features/premium/subscription/disputes/dispute.ts";
import { liveStatuses } from "#app/features/premium/subscription/stripe/read-subscription.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { primary } from "#db/client.ts";
import { disputes, failedPayments, receipts, refunds, subscriptions } from "#db/schema/index.ts";

/** Subscriptions, and sums in yen. */
export interface MonthFigures {
  /** YYYY-MM in Asia/Tokyo. */
  month: string;
  activeAtStart: number;
  started: number;
  ended: number;
  /** Which part of those active at the start ended in the month; null where nobody was active. */
  lostShare: number | null;
  income: number;
  payments: number;
  refunded: number;
  /** What banks took back by disputes that began in the month; what was won came again. */
  disputed: number;
  /** Null for a month that is over. */
  forecast: {
    active: number;
    pastDue: number;
    ending: number;
    renewals: number;
    sum: number;
    open: { count: number; amount: number };
  } | null;
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** That month in Asia/Tokyo, or the present one for what is none or has not begun. */
export function parseMonth(text: string | null, now: Date): string {
  const present = tokyoDay(now).slice(0, 7);
  return text !== null && isMonth(text) && text <= present ? text : present;
}

/** `by` months later, as YYYY-MM. */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

const startOf = (month: string) => new Date(`${month}-01T00:00:00+09:00`);

/** Whoever began a purchase and never paid has had no subscription. */
const wasPaid = sql`${subscriptions.status} not in ('incomplete', 'incomplete_expired')`;

/** `month`: from `parseMonth`. Docs: docs/decisions/0142-money-in-the-console.md. */
export async function readMonthFigures(month: string, now: Date = new Date()): Promise<MonthFigures> {
  const [start, end] = [startOf(month), startOf(addMonths(month, 1))];
  const isPresent = end > now;
  const [live, startedSince, endedSince, started, ended, lost, paid, back, disputed] = await Promise.all([
    readLive(),
    countStarted(gte(subscriptions.createdAt, start)),
    countEnded(gte(subscriptions.endedAt, start)),
    countStarted(and(gte(subscriptions.createdAt, start), lt(subscriptions.createdAt, end))),
    countEnded(and(gte(subscriptions.endedAt, start), lt(subscriptions.endedAt, end))),
    countEnded(
      and(
        gte(subscriptions.endedAt, start),
        lt(subscriptions.endedAt, end),
        lt(subscriptions.createdAt, start),
      ),
    ),
    readIncome(start, end),
    readRefunded(start, end),
    readDisputed(start, end),
  ]);
  const active = [...live.values()].reduce((all, number) => all + number, 0);
  const activeAtStart = active - startedSince + endedSince;
  const figures = {
    month,
    activeAtStart,
    started,
    ended,
    lostShare: activeAtStart > 0 ? lost / activeAtStart : null,
    income: paid.amount,
    payments: paid.count,
    refunded: back,
    disputed,
  };
  if (!isPresent) return { ...figures, forecast: null };
  const [renewals, resuming, ending, open] = await Promise.all([
    countDue(end, sql`not ${subscriptions.cancelAtPeriodEnd} and ${subscriptions.pausedFrom} is null`),
    countResuming(end),
    countDue(end, sql`${subscriptions.cancelAtPeriodEnd}`),
    readOpen(),
  ]);
  const pastDue = (live.get("past_due") ?? 0) + (live.get("unpaid") ?? 0);
  const all = renewals + resuming;
  const sumOf = paid.amount - back - disputed + all * premiumTerms.price;
  return { ...figures, forecast: { active, pastDue, ending, renewals: all, sum: sumOf, open } };
}

async function readLive(): Promise<ReadonlyMap<string, number>> {
  const rows = await primary
    .select({ status: subscriptions.status, number: count() })
    .from(subscriptions)
    .where(and(inArray(subscriptions.status, liveStatuses), isNull(subscriptions.endedAt)))
    .groupBy(subscriptions.status);
  return new Map(rows.map(({ status, number }) => [status, number]));
}

const countStarted = (range: SQL | undefined) => primary.$count(subscriptions, and(range, wasPaid));
const countEnded = (range: SQL | undefined) => primary.$count(subscriptions, range);

/** Subscriptions whose paid time ends before `end`. */
const countDue = (end: Date, condition: SQL) =>
  primary.$count(
    subscriptions,
    and(
      inArray(subscriptions.status, ["active", "trialing"]),
      isNull(subscriptions.endedAt),
      lt(subscriptions.paidUntil, end),
      condition,
    ),
  );

/** Pauses that end before `end`, with a payment. */
const countResuming = (end: Date) =>
  primary.$count(
    subscriptions,
    and(
      lt(subscriptions.resumesAt, end),
      isNull(subscriptions.endedAt),
      eq(subscriptions.cancelAtPeriodEnd, false),
    ),
  );

async function readIncome(start: Date, end: Date): Promise<{ amount: number; count: number }> {
  const [row] = await primary
    .select({ amount: sum(receipts.amount), count: count() })
    .from(receipts)
    .where(and(gte(receipts.paidAt, start), lt(receipts.paidAt, end)));
  return { amount: Number(row?.amount ?? 0), count: row?.count ?? 0 };
}

async function readRefunded(start: Date, end: Date): Promise<number> {
  const [row] = await primary
    .select({ amount: sum(refunds.amount) })
    .from(refunds)
    .where(
      and(
        gte(refunds.createdAt, start),
        lt(refunds.createdAt, end),
        inArray(refunds.status, ["pending", "requires_action", "succeeded"]),
      ),
    );
  return Number(row?.amount ?? 0);
}

async function readDisputed(start: Date, end: Date): Promise<number> {
  const [row] = await primary
    .select({ amount: sum(disputes.amount) })
    .from(disputes)
    .where(
      and(
        gte(disputes.createdAt, start),
        lt(disputes.createdAt, end),
        notInArray(disputes.status, [...statusesWithMoney]),
      ),
    );
  return Number(row?.amount ?? 0);
}

async function readOpen(): Promise<{ count: number; amount: number }> {
  const [row] = await primary
    .select({ amount: sum(failedPayments.amount), count: count() })
    .from(failedPayments)
    .where(sql`${failedPayments.outcome} = 'open'`);
  return { amount: Number(row?.amount ?? 0), count: row?.count ?? 0 };
}
