import { and, eq, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
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
  objections,
  reviewItems,
  stripeCancellations,
  stripeEvents,
  subscriptions,
  trackReports,
  users,
} from "#db/schema/index.ts";

export interface AttentionItem {
  key: string;
  label: string;
  /** What to do about it, or why it matters; null where the label says it all. */
  help: string | null;
  /** At most `maxCount`. */
  count: number;
  isMore: boolean;
  oldest: string;
  to: string;
}

/** Counting ends here: more is just as urgent. */
const maxCount = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Stripe repeats an event within minutes; one that is still not handled then has failed for good. */
const eventAgeMs = 10 * minuteMs;
/** Subscriptions are read once a day. */
const readAgeMs = 48 * hourMs;

interface Source {
  key: string;
  label: string;
  help?: string;
  to: string;
  oldest: PromiseLike<{ at: Date | null }[]>;
}

function oldestOf(table: PgTable, at: PgColumn & { _: { data: Date } }, condition: SQL | undefined) {
  return primary
    .select({ at })
    .from(table)
    .where(condition)
    .orderBy(at)
    .limit(maxCount + 1);
}

/** Each condition is that of an index (literals for partial ones), so that no table is read. */
function sources(now: Date): Source[] {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const ofStripe: Source[] = [
    {
      key: "stripe-events",
      label: "処理できていないStripeのイベント",
      help: "3日のあいだStripeから再送されます。続くときは、Stripeの画面から再送してください。",
      to: "/admin/jobs#stripe",
      oldest: oldestOf(
        stripeEvents,
        stripeEvents.receivedAt,
        and(isNull(stripeEvents.processedAt), lte(stripeEvents.receivedAt, before(eventAgeMs))),
      ),
    },
    {
      key: "subscriptions",
      label: "2日以上確認できていない契約",
      help: "Stripeに接続できていないかもしれません。プレミアムの期限が古いままになります。",
      to: "/admin/jobs#stripe",
      oldest: oldestOf(
        subscriptions,
        subscriptions.checkedAt,
        and(isNotNull(subscriptions.checkedAt), lte(subscriptions.checkedAt, before(readAgeMs))),
      ),
    },
    {
      key: "cancellations",
      label: "終わっていないStripeでの解約",
      help: "終わるまで、課金が続くことがあります。",
      to: "/admin/jobs#stripe",
      oldest: oldestOf(
        stripeCancellations,
        stripeCancellations.createdAt,
        lte(stripeCancellations.createdAt, before(hourMs)),
      ),
    },
  ];
  return [
    {
      key: "accounts",
      label: "承認を待っている会員",
      to: "/admin/members?state=pending",
      oldest: oldestOf(users, users.createdAt, sql`${users.state} = 'pending'`),
    },
    {
      key: "reviews",
      label: "まだ見ていない音声",
      to: "/admin/review",
      oldest: oldestOf(reviewItems, reviewItems.queuedAt, sql`${reviewItems.setAsideAt} is null`),
    },
    {
      key: "reports",
      label: "未対応の報告",
      to: "/admin/inquiries?tab=reports",
      oldest: oldestOf(trackReports, trackReports.createdAt, isNull(trackReports.handledAt)),
    },
    {
      key: "objections",
      label: "申し立て",
      help: "7日以内に結果をお知らせします。",
      to: "/admin/objections",
      oldest: oldestOf(objections, objections.createdAt, isNull(objections.closedAt)),
    },
    {
      key: "messages",
      label: "未対応のお問い合わせ",
      to: "/admin/inquiries",
      oldest: oldestOf(contactMessages, contactMessages.createdAt, isNull(contactMessages.handledAt)),
    },
    {
      key: "tasks",
      label: "失敗した生成",
      to: "/admin/jobs#tasks",
      oldest: oldestOf(
        audioTasks,
        audioTasks.updatedAt,
        and(sql`${audioTasks.state} = 'failed'`, sql`not ${audioTasks.isDiscarded}`),
      ),
    },
    {
      key: "waiting-tasks",
      label: "10分以上待っている生成",
      help: "音声や台本を作るプロセスが動いていないか、追いついていません。",
      to: "/admin/jobs#open",
      oldest: oldestOf(
        audioTasks,
        audioTasks.updatedAt,
        and(
          openTask,
          isNull(audioTasks.startedAt),
          ne(audioTasks.flow, "seed"),
          lte(audioTasks.updatedAt, before(10 * minuteMs)),
        ),
      ),
    },
    {
      key: "generation-tasks",
      label: "失敗した公式番組の生成",
      to: "/admin/queue",
      oldest: oldestOf(
        generationTasks,
        generationTasks.updatedAt,
        and(eq(generationTasks.kind, "theme"), eq(generationTasks.state, "failed")),
      ),
    },
    {
      key: "text-tasks",
      label: "失敗した文章からの生成",
      to: "/admin/generate#failed",
      oldest: oldestOf(
        generationTasks,
        generationTasks.updatedAt,
        and(eq(generationTasks.kind, "text"), eq(generationTasks.state, "failed")),
      ),
    },
    {
      key: "emails",
      label: "届かなかったメール",
      to: "/admin/jobs#emails",
      oldest: oldestOf(emails, emails.createdAt, isNotNull(emails.error)),
    },
    {
      key: "engines",
      label: "応答しないAIサービス",
      help: "そのあいだ、会員が台本や音声をつくれなかったり、公開前の確認が言葉の一覧だけになったりします。キーと利用枠を確認してください。",
      to: "/admin/jobs#engines",
      oldest: oldestOf(engineCircuits, engineCircuits.windowStartedAt, isNotNull(engineCircuits.openUntil)),
    },
    ...(isPaymentConfigured() ? ofStripe : []),
  ];
}

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
