import { eq } from "drizzle-orm";
import { isPremium } from "#app/features/accounts/account.ts";
import { publishChange } from "#app/features/events/server/publish.server.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { afterCommit, type Db } from "#db/client.ts";
import { payments, subscriptions, users } from "#db/schema/index.ts";
import { isLive } from "../stripe/read-subscription.server.ts";

/** Keeps premium during a renewal: Stripe takes the money about an hour after the paid end. */
const graceMs = dayMs;

/** `end` is shown; premium stops at `until`. */
interface Span {
  start: Date;
  end: Date;
  until: Date;
}

interface Sources {
  subscriptions: readonly (Pick<
    typeof subscriptions.$inferSelect,
    "id" | "status" | "cancelAtPeriodEnd" | "pausedFrom"
  > & {
    payments: readonly Pick<
      typeof payments.$inferSelect,
      "amount" | "periodStart" | "periodEnd" | "reversedAt"
    >[];
  })[];
  grantedFrom: Date | null;
  grantedUntil: Date | null;
}

/**
 * The later end of subscriptions and grant counts. A payment counts for its period, even after the subscription ended,
 * unless it was refunded; a free trial only while the subscription is live. The grace follows the last paid period only
 * while Stripe tries to renew: not after a cancellation, in a pause or after a refund. The start is that of the
 * uninterrupted time.
 */
function premiumOf(sources: Sources): { start: Date; displayEnd: Date; end: Date } | null {
  const spans = sources.subscriptions.flatMap(spansOf);
  const { grantedFrom, grantedUntil } = sources;
  if (grantedUntil)
    spans.push({ start: grantedFrom ?? grantedUntil, end: grantedUntil, until: grantedUntil });
  spans.sort((a, b) => b.until.getTime() - a.until.getTime());
  const [last] = spans;
  if (!last) return null;
  let { start } = last;
  for (const span of spans) {
    if (span.end.getTime() + graceMs >= start.getTime() && span.start < start) start = span.start;
  }
  return {
    start,
    displayEnd: new Date(Math.max(...spans.map(({ end }) => end.getTime()))),
    end: last.until,
  };
}

function spansOf(subscription: Sources["subscriptions"][number]): Span[] {
  const latestFirst = [...subscription.payments].sort(
    (a, b) => b.periodEnd.getTime() - a.periodEnd.getTime(),
  );
  const renews =
    ["active", "trialing", "past_due"].includes(subscription.status) &&
    !subscription.cancelAtPeriodEnd &&
    subscription.pausedFrom === null &&
    latestFirst[0]?.reversedAt === null;
  return latestFirst
    .filter(({ amount, reversedAt }) => reversedAt === null && (amount > 0 || isLive(subscription)))
    .map(({ periodStart, periodEnd }, index) => ({
      start: periodStart,
      end: periodEnd,
      until: renews && index === 0 ? new Date(periodEnd.getTime() + graceMs) : periodEnd,
    }));
}

/** The only function that sets these columns. `tx` holds the account and has written its sources. Returns the shown end. */
export async function updatePremium(
  tx: Db,
  options: {
    account: Pick<
      typeof users.$inferSelect,
      "id" | "isPremium" | "premiumEndDate" | "premiumGrantedFrom" | "premiumGrantedUntil"
    >;
    now: Date;
    changes?: Partial<typeof users.$inferInsert>;
  },
): Promise<Date | null> {
  const { account, now, changes = {} } = options;
  const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, account.id));
  const paid = await tx.select().from(payments).where(eq(payments.userId, account.id));
  const premium = premiumOf({
    subscriptions: rows.map((row) => ({
      ...row,
      payments: paid.filter(({ subscriptionId }) => subscriptionId === row.id),
    })),
    grantedFrom: account.premiumGrantedFrom,
    grantedUntil: account.premiumGrantedUntil,
  });
  await tx
    .update(users)
    .set({
      ...changes,
      isPremium: premium !== null && premium.end > now,
      premiumStartDate: premium?.start ?? null,
      premiumEndDate: premium?.end ?? null,
      premiumDisplayEndDate: premium?.displayEnd ?? null,
      updatedAt: now,
    })
    .where(eq(users.id, account.id));
  afterCommit(() => void publishChange({ userId: account.id }, "payments"));
  const was = isPremium(account, now);
  const is = premium !== null && premium.end > now;
  // `recordLevels` counts premium that ends at its time.
  const isRevoked = was && !is && (premium === null || tokyoDay(premium.end) < tokyoDay(now));
  await addToStatistics(tx, { premium_started: !was && is ? 1 : 0, premium_revoked: isRevoked ? 1 : 0 }, now);
  return premium?.displayEnd ?? null;
}
