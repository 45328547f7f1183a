import { and, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { awaitsEvidence } from "#app/features/premium/subscription/disputes/apply-dispute.server.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import {
  disputes,
  failedPayments,
  refunds,
  stripeCancellations,
  stripeEvents,
  subscriptions,
} from "#db/schema/index.ts";
import { moneyHref } from "../money/money.ts";
import { dueSoonMs, type Source } from "./attention-source.ts";

/** Stripe repeats an event within minutes; one that is still not handled then has failed for good. */
const eventAgeMs = 10 * minuteMs;
/** Subscriptions are read once a day. */
const readAgeMs = 48 * hourMs;
/** A refund that failed is a case for the operator, who has other ways, and then for the log. */
const shownRefundMs = 14 * 24 * hourMs;

/** What waits of payments at `now`. */
export function paymentSources(now: Date): Source[] {
  // After its date nobody can send evidence any more.
  const isAnswerable = and(awaitsEvidence, gt(disputes.evidenceDueAt, now));
  return [
    {
      key: "stripe-events",
      kind: "payments",
      label: "処理できていないStripeのイベント",
      help: "3日のあいだStripeから再送されます。続くときは、Stripeの画面から再送してください。",
      to: "/admin/jobs#stripe",
      table: stripeEvents,
      at: stripeEvents.receivedAt,
      condition: isNull(stripeEvents.processedAt),
      delayMs: eventAgeMs,
    },
    {
      key: "subscriptions",
      kind: "payments",
      label: "2日以上確認できていない契約",
      help: "Stripeに接続できていないかもしれません。プレミアムの期限が古いままになります。",
      to: "/admin/jobs#stripe",
      table: subscriptions,
      at: subscriptions.checkedAt,
      condition: isNotNull(subscriptions.checkedAt),
      delayMs: readAgeMs,
    },
    {
      key: "cancellations",
      kind: "payments",
      label: "終わっていないStripeでの解約",
      help: "終わるまで、課金が続くことがあります。",
      to: "/admin/jobs#stripe",
      table: stripeCancellations,
      at: stripeCancellations.createdAt,
      condition: undefined,
      delayMs: hourMs,
    },
    {
      key: "refunds",
      kind: "payments",
      label: "できなかった返金（14日のうち）",
      help: "お金は戻ってきています。理由を確かめ、別の方法でお返しください。",
      to: moneyHref("refunds", { state: "problem" }),
      table: refunds,
      at: refunds.createdAt,
      condition: and(
        sql`${refunds.status} in ('failed', 'refused')`,
        gt(refunds.createdAt, new Date(now.getTime() - shownRefundMs)),
      ),
    },
    {
      key: "waiting-refunds",
      kind: "payments",
      label: "1時間以上終わらない返金",
      help: "Stripeが答えると、自動で一度だけ返金します。",
      to: moneyHref("refunds"),
      table: refunds,
      at: refunds.createdAt,
      condition: isNotNull(refunds.dueAt),
      delayMs: hourMs,
    },
    {
      key: "disputes",
      kind: "payments",
      label: "証拠が必要な、カード会社への異議",
      help: "期限までにStripeの画面で答えないと、負けになり、お金は戻りません。",
      to: moneyHref("disputes", { state: "awaiting" }),
      table: disputes,
      at: disputes.createdAt,
      condition: isAnswerable,
    },
    {
      key: "disputes-due",
      kind: "payments",
      label: "期限まで2日を切った、カード会社への異議",
      to: moneyHref("disputes", { state: "awaiting" }),
      table: disputes,
      at: disputes.evidenceDueAt,
      condition: isAnswerable,
      delayMs: -dueSoonMs,
      isReminder: true,
    },
    {
      key: "charges",
      kind: "charges",
      label: "払われていない会員のお支払い",
      to: moneyHref("failed", { state: "open" }),
      table: failedPayments,
      at: failedPayments.failedAt,
      condition: sql`${failedPayments.outcome} = 'open'`,
      isOnlyTold: true,
    },
  ];
}
