import { formatDateTime } from "#app/lib/format-date.ts";
import type { AuditDetails } from "#db/schema/index.ts";

/** Details without a label are shown as they are stored. */
const detailLabels: Record<string, string> = {
  state: "状態",
  outcome: "対応",
  open: "未対応の件数",
  closed: "閉じた件数",
  reports: "報告",
  emails: "件数",
  reason: "理由",
  part: "取り消したもの",
  result: "結果",
  tries: "回数",
  lastAt: "最後の時刻",
  isVisible: "公開",
  isWithheld: "公開停止",
  isReviewed: "確認済み",
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
  accounts: "アカウントの数",
  action: "操作",
  cancelAtPeriodEnd: "期間の終わりで解約",
  cause: "原因",
  days: "日数",
  device: "端末",
  endedSessions: "終わったログイン",
  stoppedRuns: "中止したまとめての操作",
  expiresAt: "期限",
  extractionId: "抽出",
  grantedUntil: "運営からの付与",
  kind: "種類",
  maxUses: "使える回数",
  places: "直したところ",
  posterId: "投稿した会員",
  run: "まとめての操作",
  speakingRate: "読み上げ速度",
  stage: "段階",
  subscription: "契約",
  subscriptions: "契約の数",
  taskId: "生成タスク",
  taskIds: "生成タスク",
  themeId: "テーマ",
  total: "件数",
  words: "止める言葉の行数",
  examples: "止める文の例の行数",
  exceptions: "止めないものの行数",
  changedLines: "変わった行数",
  blockedCount: "新しく止まる音声",
  freedCount: "止まらなくなる音声",
  restores: "戻した版",
  newAccount: "新しいアカウント",
  completesAt: "完了の予定",
  proof: "本人確認",
  method: "ログインの方法",
  passkeys: "パスキーの数",
  amount: "金額（円）",
  refundStatus: "返金",
  refund: "Stripeでの番号",
  failure: "Stripeの返事",
  view: "書き出したもの",
};

const valueLabels: Record<string, string> = {
  true: "はい",
  false: "いいえ",
  null: "なし",
  open: "未対応",
  answered: "返信済み",
  handled: "対応済み",
  approved: "承認済み",
  pending: "承認待ち",
  denied: "拒否",
  suspended: "停止中",
  requested: "依頼済み（結果は未確認）",
  failed: "失敗",
  done: "完了",
  none: "対応なし",
  withheld: "公開停止",
  deleted: "削除",
  reset: "取り消し",
  password: "パスワード",
  passkey: "パスキー",
  link: "リンク",
};

/** Reports need other words here than an account's state. */
const outcomeValueLabels: Record<string, string> = { denied: "利用停止" };

/** Of refunds: Stripe's states. */
const refundValueLabels: Record<string, string> = {
  requested: "依頼済み（結果は未確認）",
  refused: "Stripeが断った",
  pending: "途中",
  requires_action: "受け取りの手続き待ち",
  succeeded: "完了",
  canceled: "取り消し",
};

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export interface ChangeLine {
  label: string;
  before: string | null;
  after: string | null;
}

export function describeChange(before: AuditDetails | null, after: AuditDetails | null): ChangeLine[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.map((key) => ({
    label: detailLabels[key] ?? key,
    before: describeValue(key, before?.[key]),
    after: describeValue(key, after?.[key]),
  }));
}

function describeValue(key: string, value: AuditDetails[string] | undefined): string | null {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.join("、") || "なし";
  const text = String(value);
  const own = { outcome: outcomeValueLabels, refundStatus: refundValueLabels }[key];
  const label = own?.[text] ?? valueLabels[text];
  return label ?? (isoTime.test(text) ? formatDateTime(new Date(text)) : text);
}
