import { and, eq, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { openTask } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { primary } from "#db/client.ts";
import {
  audioTasks,
  contactMessages,
  emails,
  engineCircuits,
  generationTasks,
  stripeCancellations,
  stripeEvents,
  subscriptions,
  trackReports,
  users,
} from "#db/schema/index.ts";

/** What waits for the operator: how many, since when the oldest, and where it is dealt with. */
export interface AttentionItem {
  key: string;
  label: string;
  /** What can be done about it, or why it matters; null where the label says it all. */
  help: string | null;
  /** At most `maxCount`. */
  count: number;
  isMore: boolean;
  /** 「3時間前」 */
  oldest: string;
  to: string;
}

/** Counted up to here: what is beyond it is as urgent. */
const maxCount = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Stripe sends an event again within minutes; one that failed for good is not handled after this time. */
const eventAgeMs = 10 * minuteMs;
/** Subscriptions are read once a day. */
const readAgeMs = 48 * hourMs;

interface Source {
  key: string;
  label: string;
  help?: string;
  to: string;
  /** Times of the rows, the oldest first. */
  oldest: PromiseLike<{ at: Date | null }[]>;
}

/** Each condition is an index's own (literals for partial ones), so that no table is read. */
function sources(now: Date): Source[] {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const ofStripe: Source[] = [
    {
      key: "stripe-events",
      label: "処理できていないStripeのイベント",
      help: "3日のあいだStripeから再送されます。続くときは、Stripeの画面から再送してください。",
      to: "/admin/jobs#stripe",
      oldest: primary
        .select({ at: stripeEvents.receivedAt })
        .from(stripeEvents)
        .where(and(isNull(stripeEvents.processedAt), lte(stripeEvents.receivedAt, before(eventAgeMs))))
        .orderBy(stripeEvents.receivedAt)
        .limit(maxCount + 1),
    },
    {
      key: "subscriptions",
      label: "2日以上確認できていない契約",
      help: "Stripeに接続できていないかもしれません。プレミアムの期限が古いままになります。",
      to: "/admin/jobs#stripe",
      oldest: primary
        .select({ at: subscriptions.checkedAt })
        .from(subscriptions)
        .where(and(isNotNull(subscriptions.checkedAt), lte(subscriptions.checkedAt, before(readAgeMs))))
        .orderBy(subscriptions.checkedAt)
        .limit(maxCount + 1),
    },
    {
      key: "cancellations",
      label: "終わっていないStripeでの解約",
      help: "終わるまで、課金が続くことがあります。",
      to: "/admin/jobs#stripe",
      oldest: primary
        .select({ at: stripeCancellations.createdAt })
        .from(stripeCancellations)
        .where(lte(stripeCancellations.createdAt, before(hourMs)))
        .orderBy(stripeCancellations.createdAt)
        .limit(maxCount + 1),
    },
  ];
  return [
    {
      key: "accounts",
      label: "承認を待っている会員",
      to: "/admin/members?state=pending",
      oldest: primary
        .select({ at: users.createdAt })
        .from(users)
        .where(sql`${users.state} = 'pending'`)
        .orderBy(users.createdAt)
        .limit(maxCount + 1),
    },
    {
      key: "reports",
      label: "未対応の報告",
      to: "/admin/inquiries?tab=reports",
      oldest: primary
        .select({ at: trackReports.createdAt })
        .from(trackReports)
        .where(isNull(trackReports.handledAt))
        .orderBy(trackReports.createdAt)
        .limit(maxCount + 1),
    },
    {
      key: "messages",
      label: "未対応のお問い合わせ",
      to: "/admin/inquiries",
      oldest: primary
        .select({ at: contactMessages.createdAt })
        .from(contactMessages)
        .where(isNull(contactMessages.handledAt))
        .orderBy(contactMessages.createdAt)
        .limit(maxCount + 1),
    },
    {
      key: "tasks",
      label: "失敗した生成",
      to: "/admin/jobs#tasks",
      oldest: primary
        .select({ at: audioTasks.updatedAt })
        .from(audioTasks)
        .where(and(sql`${audioTasks.state} = 'failed'`, sql`not ${audioTasks.isDiscarded}`))
        .orderBy(audioTasks.updatedAt)
        .limit(maxCount + 1),
    },
    {
      key: "waiting-tasks",
      label: "10分以上待っている生成",
      help: "音声や台本を作るプロセスが動いていないか、追いついていません。",
      to: "/admin/jobs#open",
      oldest: primary
        .select({ at: audioTasks.updatedAt })
        .from(audioTasks)
        .where(
          and(
            openTask,
            isNull(audioTasks.startedAt),
            ne(audioTasks.flow, "seed"),
            lte(audioTasks.updatedAt, before(10 * minuteMs)),
          ),
        )
        .orderBy(audioTasks.updatedAt)
        .limit(maxCount + 1),
    },
    {
      key: "generation-tasks",
      label: "失敗した公式番組の生成",
      to: "/admin/queue",
      oldest: primary
        .select({ at: generationTasks.updatedAt })
        .from(generationTasks)
        .where(and(eq(generationTasks.kind, "theme"), eq(generationTasks.state, "failed")))
        .orderBy(generationTasks.updatedAt)
        .limit(maxCount + 1),
    },
    {
      key: "text-tasks",
      label: "失敗した文章からの生成",
      to: "/admin/generate#failed",
      oldest: primary
        .select({ at: generationTasks.updatedAt })
        .from(generationTasks)
        .where(and(eq(generationTasks.kind, "text"), eq(generationTasks.state, "failed")))
        .orderBy(generationTasks.updatedAt)
        .limit(maxCount + 1),
    },
    {
      key: "emails",
      label: "届かなかったメール",
      to: "/admin/jobs#emails",
      oldest: primary
        .select({ at: emails.createdAt })
        .from(emails)
        .where(isNotNull(emails.error))
        .orderBy(emails.createdAt)
        .limit(maxCount + 1),
    },
    {
      key: "engines",
      label: "応答しないAIサービス",
      help: "そのあいだ、会員が台本や音声をつくれなかったり、公開前の確認が言葉の一覧だけになったりします。キーと利用枠を確認してください。",
      to: "/admin/jobs#engines",
      oldest: primary
        .select({ at: engineCircuits.windowStartedAt })
        .from(engineCircuits)
        .where(isNotNull(engineCircuits.openUntil))
        .orderBy(engineCircuits.windowStartedAt)
        .limit(maxCount + 1),
    },
    ...(isPaymentConfigured() ? ofStripe : []),
  ];
}

/** Everything that waits for the operator now; what nothing waits in is left out. */
export async function findAttention(now: Date = new Date()): Promise<AttentionItem[]> {
  const found = await Promise.all(sources(now).map((source) => countRows(source, now)));
  return found.filter((item) => item !== null);
}

async function countRows(source: Source, now: Date): Promise<AttentionItem | null> {
  const { key, label, help = null, to } = source;
  const rows = await source.oldest;
  const at = rows[0]?.at;
  if (!at) return null;
  return {
    key,
    label,
    help,
    to,
    count: Math.min(rows.length, maxCount),
    isMore: rows.length > maxCount,
    oldest: formatTimeAgo(at, now),
  };
}
