import type { AuditDetails } from "#db/schema/index.ts";

/** Names of details, where a change has them; others are shown as they are stored. */
const detailLabels: Record<string, string> = {
  state: "状態",
  outcome: "対応",
  open: "未対応の件数",
  closed: "閉じた件数",
  reports: "報告",
  emails: "件数",
  reason: "理由",
  isVisible: "公開",
  isWithheld: "公開停止",
  isPremiumOnly: "プレミアム限定",
  isPremium: "プレミアム",
  premiumEndDate: "プレミアムの期限",
  endDate: "期限",
  canInvite: "招待の権限",
  template: "メールの種類",
  sessions: "ログイン中の端末",
  title: "題名",
  status: "状態",
  count: "件数",
};

/** Words for stored values. */
const valueLabels: Record<string, string> = {
  true: "はい",
  false: "いいえ",
  null: "なし",
  open: "未対応",
  answered: "返信済み",
  handled: "対応済み",
  approved: "承認済み",
  pending: "承認待ち",
  denied: "利用停止",
  none: "対応なし",
  withheld: "公開停止",
  deleted: "削除",
};

/** One line of a change: what it is about, before and after. Null where a side says nothing about it. */
export interface ChangeLine {
  label: string;
  before: string | null;
  after: string | null;
}

/** A change of the audit log in words, one line for each detail. */
export function describeChange(before: AuditDetails | null, after: AuditDetails | null): ChangeLine[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.map((key) => ({
    label: detailLabels[key] ?? key,
    before: describeValue(before?.[key]),
    after: describeValue(after?.[key]),
  }));
}

function describeValue(value: AuditDetails[string] | undefined): string | null {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.join("、") || "なし";
  return valueLabels[String(value)] ?? String(value);
}
