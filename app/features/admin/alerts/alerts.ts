import { isPermitted, type OperatorRole } from "#app/features/audit/operator-roles.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { moneyHref } from "../money/money.ts";

export const alertsPath = "/admin/alerts";

interface Kind {
  label: string;
  /** What is counted: 「未対応の報告」が3件. */
  counted: string;
  help: string;
  /** Where it is handled. */
  page: string;
  /** Only roles that may do it are told. */
  act: string;
  isUrgent: boolean;
}

/** In the order of the settings. Kinds bundle what the overview shows as いま必要なこと. */
export const alertKinds = {
  reports: {
    label: "報告",
    counted: "未対応の報告",
    help: "音声、会員、プレイリストへの報告",
    page: "/admin/inquiries?tab=reports",
    act: "GET /admin/inquiries?tab=reports",
    isUrgent: true,
  },
  objections: {
    label: "申し立て",
    counted: "開いている申し立て",
    help: "届いたとき、期限まで2日を切ったとき",
    page: "/admin/objections",
    act: "GET /admin/objections",
    isUrgent: false,
  },
  reviews: {
    label: "前に見てから",
    counted: "まだ見ていない音声",
    help: "新しい音声と、直された音声",
    page: "/admin/review",
    act: "GET /admin/review",
    isUrgent: false,
  },
  messages: {
    label: "お問い合わせ",
    counted: "未対応のお問い合わせ",
    help: "お問い合わせフォームから",
    page: "/admin/inquiries",
    act: "GET /admin/inquiries?tab=messages",
    isUrgent: false,
  },
  accounts: {
    label: "会員の承認",
    counted: "承認を待っている会員",
    help: "承認制のとき",
    page: "/admin/members?state=pending",
    act: "GET /admin/members pending",
    isUrgent: false,
  },
  outages: {
    label: "止まっている生成",
    counted: "止まっている生成やAIサービス",
    help: "10分以上待っている生成、応答しないAIサービス",
    page: "/admin/jobs",
    act: "GET /admin/jobs",
    isUrgent: true,
  },
  failures: {
    label: "失敗した生成とメール",
    counted: "失敗した生成やメール",
    help: "会員と公式番組の生成、届かなかったメール",
    page: "/admin/jobs",
    act: "GET /admin/jobs",
    isUrgent: false,
  },
  payments: {
    label: "支払い",
    counted: "手が必要な支払いのこと",
    help: "カード会社への異議（届いたとき、証拠の期限まで2日を切ったとき）、できなかった返金、Stripeとのつながり",
    page: "/admin",
    act: "GET /admin/money",
    isUrgent: false,
  },
  charges: {
    label: "会員の支払いの失敗",
    counted: "払われていない会員の支払い",
    help: "更新のお支払いが断られるたび。ご本人にはメールが届いています",
    page: moneyHref("failed", { state: "open" }),
    act: "GET /admin/money",
    isUrgent: false,
  },
  installation: {
    label: "バックアップとディスク",
    counted: "バックアップやディスクの警告",
    help: "2日以上ないバックアップ、戻せない復元の試し、少ない空き",
    page: "/admin",
    act: "GET /admin overview",
    isUrgent: true,
  },
  morning: {
    label: "朝の手紙",
    counted: "朝の手紙",
    help: "きのうの数字と待っていること。7時から正午までのあいだに1通",
    page: "/admin",
    act: "GET /admin overview",
    isUrgent: false,
  },
} as const satisfies Record<string, Kind>;

export type AlertKind = keyof typeof alertKinds;

export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(alertKinds, text);

/** Those that a role is told of: what it may open. */
export const alertKindsOf = (role: OperatorRole): AlertKind[] =>
  Object.keys(alertKinds)
    .filter(isAlertKind)
    .filter((kind) => isPermitted({ role }, alertKinds[kind].act));

/** Minutes after midnight in Asia/Tokyo, `until` excluded; over midnight when `from` is later. */
export interface QuietHours {
  from: number;
  until: number;
}

/** Of an operator, as stored. */
export interface AlertSettings {
  email: string | null;
  push: AlertKind[];
  byEmail: AlertKind[];
  quiet: QuietHours | null;
  urgentPasses: boolean;
}

const dayMinutes = 24 * 60;

/** Asia/Tokyo has no summer time. */
export const tokyoMinute = (at: Date) => (Math.floor(at.getTime() / minuteMs) + 9 * 60) % dayMinutes;

export function isQuietAt(quiet: QuietHours | null, at: Date): boolean {
  if (!quiet) return false;
  const minute = tokyoMinute(at);
  const { from, until } = quiet;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** A recipient hears of a kind at most once in this time; what comes meanwhile is told together. */
const bundleMs = 15 * minuteMs;

/** The rule "one message per kind and quarter of an hour, none in quiet hours unless urgent ones may pass". */
export function mayBeTold(o: {
  kind: AlertKind;
  sentAt: Date | null;
  quiet: QuietHours | null;
  urgentPasses: boolean;
  now: Date;
}): boolean {
  const { kind, sentAt, quiet, urgentPasses, now } = o;
  if (sentAt && now.getTime() - sentAt.getTime() < bundleMs) return false;
  return !isQuietAt(quiet, now) || (urgentPasses && alertKinds[kind].isUrgent);
}

/** What waits of a kind. */
export interface Waiting {
  /** When each came to wait. */
  arrivals: readonly Date[];
  total: number;
}

/**
 * How many are news: those that came after `seenUntil`. Old rows that came back (an email that failed for good, a case that was
 * opened again) have an old time; there the rise of the total over `level` counts, if it is greater.
 */
export function countNew(o: { waiting: Waiting; seenUntil: Date; level: number }): number {
  const { waiting, seenUntil, level } = o;
  return Math.max(waiting.arrivals.filter((at) => at > seenUntil).length, waiting.total - level, 0);
}

/** What a recipient is told. */
export interface News {
  kind: AlertKind;
  newCount: number;
  totalCount: number;
}

/** Counting ends here. */
export const maxCounted = 1000;

const countText = (count: number) =>
  count > maxCounted ? `${maxCounted.toLocaleString("ja-JP")}件以上` : `${count.toLocaleString("ja-JP")}件`;

/** A title and a sentence with numbers, and nothing that a member wrote. */
export function newsText({ kind, newCount, totalCount }: News): { title: string; body: string } {
  const { label, counted } = alertKinds[kind];
  if (kind === "morning") return { title: label, body: "きのうの数字と、待っていることが届いています。" };
  if (kind === "installation")
    return { title: label, body: "バックアップかディスクに警告があります。概況を見てください。" };
  return {
    title: `${label}：新しく${countText(newCount)}`,
    body: `${counted}は、いま${countText(totalCount)}です。`,
  };
}

/** 「22:30」 of minutes after midnight. */
export function formatMinutes(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
