/** Stripe's reasons; others are shown as they are. */
const reasons: Record<string, string> = {
  bank_cannot_process: "カード会社が処理できない",
  check_returned: "小切手が戻った",
  credit_not_processed: "返金や解約がされていない",
  customer_initiated: "会員からの申し出",
  debit_not_authorized: "引き落としを認めていない",
  duplicate: "二重に請求された",
  fraudulent: "身に覚えがない（不正利用）",
  general: "理由は分類されていない",
  incorrect_account_details: "口座の情報が違う",
  insufficient_funds: "残高が足りない",
  noncompliant: "カード会社の規則に合わない",
  product_not_received: "サービスを受け取っていない",
  product_unacceptable: "説明と違う、使えない",
  subscription_canceled: "解約したのに請求された",
  unrecognized: "明細に心当たりがない",
};

export const describeDisputeReason = (code: string): string => reasons[code] ?? code;

/** `awaiting`: evidence can be sent; `deciding`: the bank decides; the others are ends. */
type DisputePhase = "awaiting" | "deciding" | "won" | "lost" | "over";

interface StatusText {
  phase: DisputePhase;
  label: string;
  /** What to do, in a sentence. */
  advice: string;
}

const wait = "カード会社の決定を待ちます。数か月かかることもあります。";

/** Stripe's states. Those of `warning_` are inquiries, before the money is taken back. */
const statuses: Record<string, StatusText> = {
  needs_response: {
    phase: "awaiting",
    label: "証拠が必要",
    advice: "期限までに、Stripeの画面で利用や申し込みの証拠を出すか、異議を受け入れます。",
  },
  warning_needs_response: {
    phase: "awaiting",
    label: "照会に返事が必要",
    advice:
      "お金はまだ動いていません。期限までにStripeの画面で答えるか全額を返金すると、異議になるのを防げることがあります。",
  },
  appeal_needs_response: {
    phase: "awaiting",
    label: "再審査に証拠が必要",
    advice: "期限までに、Stripeの画面で再審査の証拠を出すか、結果を受け入れます。",
  },
  under_review: { phase: "deciding", label: "審査中", advice: wait },
  warning_under_review: { phase: "deciding", label: "照会の審査中", advice: wait },
  appeal_under_review: { phase: "deciding", label: "再審査中", advice: wait },
  won: { phase: "won", label: "認められた", advice: "お金は戻っています。することはありません。" },
  lost: { phase: "lost", label: "負けた", advice: "お金は会員に返されました。することはありません。" },
  warning_closed: {
    phase: "over",
    label: "照会で終わった",
    advice: "異議にはならず、お金は動いていません。することはありません。",
  },
  prevented: {
    phase: "over",
    label: "防がれた",
    advice: "異議になる前に終わりました。することはありません。",
  },
};

/** A state that this version does not know is undecided. */
const textOf = (status: string): StatusText =>
  statuses[status] ?? { phase: "deciding", label: status, advice: "Stripeの画面で確かめてください。" };

/** What operators read about a dispute at `now`. */
export function describeDispute(
  { status, evidenceDueAt }: { status: string; evidenceDueAt: Date | null },
  now: Date,
): StatusText {
  const text = textOf(status);
  if (text.phase !== "awaiting" || (evidenceDueAt !== null && evidenceDueAt > now)) return text;
  const [label, why] =
    evidenceDueAt === null
      ? ["証拠は出せない", "カード会社が証拠を受け付けない異議です。"]
      : ["証拠の期限切れ", "証拠の期限が過ぎました。"];
  return { phase: "deciding", label, advice: `${why}カード会社の決定を待ちます。` };
}

/** The states in which the money is here: an inquiry takes none, whatever comes of it later, and what was won came back. */
export const statusesWithMoney: readonly string[] = [
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "prevented",
  "won",
];

/** Whether nothing more comes of it. */
export const isDisputeOver = ({ status }: { status: string }): boolean =>
  !["awaiting", "deciding"].includes(textOf(status).phase);
