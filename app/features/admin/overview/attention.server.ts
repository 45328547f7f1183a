import { and, desc, eq, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { type AlertKind, maxCounted, type Waiting } from "#app/features/admin/alerts/alerts.ts";
import { openTask } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { isStripeConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { primary } from "#db/client.ts";
import {
  audioTasks,
  contactMessages,
  emails,
  engineCircuits,
  generationTasks,
  objections,
  reviewItems,
  trackReports,
  users,
} from "#db/schema/index.ts";
import { dueSoonMs, type Source } from "./attention-source.ts";
import { paymentSources } from "./payment-sources.server.ts";

export interface AttentionItem {
  key: string;
  label: string;
  /** What to do about it, or why it matters; null where the label says it all. */
  help: string | null;
  /** At most `maxCounted`. */
  count: number;
  isMore: boolean;
  oldest: string;
  to: string;
}

/** `at` of the rows, at most one more than `maxCounted`. */
async function readTimes(source: Source, o: { now: Date; isLatestFirst?: boolean }): Promise<Date[]> {
  const { table, at, condition, delayMs } = source;
  const { now, isLatestFirst = false } = o;
  const isRipe = delayMs === undefined ? undefined : lte(at, new Date(now.getTime() - delayMs));
  const rows = await primary
    .select({ at })
    .from(table)
    .where(and(condition, isRipe))
    .orderBy(isLatestFirst ? desc(at) : at)
    .limit(maxCounted + 1);
  return rows.flatMap((row) => row.at ?? []);
}

/** Each condition is that of an index (literals for partial ones), so that no table is read. */
function sources(now: Date): Source[] {
  return [
    {
      key: "accounts",
      kind: "accounts",
      label: "承認を待っている会員",
      to: "/admin/members?state=pending",
      table: users,
      at: users.createdAt,
      condition: sql`${users.state} = 'pending'`,
    },
    {
      key: "reviews",
      kind: "reviews",
      label: "まだ見ていない音声",
      to: "/admin/review",
      table: reviewItems,
      at: reviewItems.queuedAt,
      condition: sql`${reviewItems.setAsideAt} is null`,
    },
    {
      key: "reports",
      kind: "reports",
      label: "未対応の報告",
      to: "/admin/inquiries?tab=reports",
      table: trackReports,
      at: trackReports.createdAt,
      condition: isNull(trackReports.handledAt),
    },
    {
      key: "objections",
      kind: "objections",
      label: "申し立て",
      help: "7日以内に結果をお知らせします。",
      to: "/admin/objections",
      table: objections,
      at: objections.createdAt,
      condition: isNull(objections.closedAt),
    },
    {
      key: "objections-due",
      kind: "objections",
      label: "期限まで2日を切った申し立て",
      to: "/admin/objections",
      table: objections,
      at: objections.dueAt,
      condition: isNull(objections.closedAt),
      delayMs: -dueSoonMs,
      isReminder: true,
    },
    {
      key: "messages",
      kind: "messages",
      label: "未対応のお問い合わせ",
      to: "/admin/inquiries",
      table: contactMessages,
      at: contactMessages.createdAt,
      condition: isNull(contactMessages.handledAt),
    },
    {
      key: "tasks",
      kind: "failures",
      label: "失敗した生成",
      to: "/admin/jobs#tasks",
      table: audioTasks,
      at: audioTasks.updatedAt,
      condition: and(sql`${audioTasks.state} = 'failed'`, sql`not ${audioTasks.isDiscarded}`),
    },
    {
      key: "waiting-tasks",
      kind: "outages",
      label: "10分以上待っている生成",
      help: "音声や台本を作るプロセスが動いていないか、追いついていません。",
      to: "/admin/jobs#open",
      table: audioTasks,
      at: audioTasks.updatedAt,
      condition: and(openTask, isNull(audioTasks.startedAt), ne(audioTasks.flow, "seed")),
      delayMs: 10 * minuteMs,
    },
    {
      key: "generation-tasks",
      kind: "failures",
      label: "失敗した公式番組の生成",
      to: "/admin/queue",
      table: generationTasks,
      at: generationTasks.updatedAt,
      condition: and(eq(generationTasks.kind, "theme"), eq(generationTasks.state, "failed")),
    },
    {
      key: "text-tasks",
      kind: "failures",
      label: "失敗した文章からの生成",
      to: "/admin/generate#failed",
      table: generationTasks,
      at: generationTasks.updatedAt,
      condition: and(eq(generationTasks.kind, "text"), eq(generationTasks.state, "failed")),
    },
    {
      key: "emails",
      kind: "failures",
      label: "届かなかったメール",
      to: "/admin/jobs#emails",
      table: emails,
      at: emails.createdAt,
      condition: isNotNull(emails.error),
    },
    {
      key: "engines",
      kind: "outages",
      label: "応答しないAIサービス",
      help: "そのあいだ、会員が台本や音声を作れなかったり、公開前の確認が言葉の一覧だけになったりします。キーと利用枠を確認してください。",
      to: "/admin/jobs#engines",
      table: engineCircuits,
      at: engineCircuits.windowStartedAt,
      condition: isNotNull(engineCircuits.openUntil),
    },
    ...(isStripeConfigured() ? paymentSources(now) : []),
  ];
}

export async function findAttention(now: Date = new Date()): Promise<AttentionItem[]> {
  const counted = sources(now).filter(({ isReminder, isOnlyTold }) => !isReminder && !isOnlyTold);
  const found = await Promise.all(counted.map((source) => countRows(source, now)));
  return found.filter((item) => item !== null);
}

async function countRows(source: Source, now: Date): Promise<AttentionItem | null> {
  const { key, label, help = null, to } = source;
  const times = await readTimes(source, { now });
  const [first] = times;
  if (!first) return null;
  return {
    key,
    label,
    help,
    to,
    count: Math.min(times.length, maxCounted),
    isMore: times.length > maxCounted,
    oldest: formatTimeAgo(first, now),
  };
}

/** What waits at `now`, of each of these kinds that has sources here. Of a source at most the latest 1,001 count. */
export async function findWaiting(
  kinds: ReadonlySet<AlertKind>,
  now: Date,
): Promise<Map<AlertKind, Waiting>> {
  const wanted = sources(now).filter(({ kind }) => kinds.has(kind));
  const read = await Promise.all(
    wanted.map(async (source) => {
      const { kind, delayMs = 0, isReminder } = source;
      const times = await readTimes(source, { now, isLatestFirst: true });
      // Other machines' clocks may be ahead: what is not there yet comes later.
      const arrivals = times.map((at) => new Date(at.getTime() + delayMs)).filter((at) => at <= now);
      return { kind, arrivals, total: isReminder ? 0 : arrivals.length };
    }),
  );
  return new Map(
    [...Map.groupBy(read, ({ kind }) => kind)].map(([kind, parts]) => [
      kind,
      {
        arrivals: parts.flatMap(({ arrivals }) => arrivals),
        total: parts.reduce((sum, { total }) => sum + total, 0),
      },
    ]),
  );
}
