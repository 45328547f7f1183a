export const maxRefundReasonLength = 200;

/** Stripe's, and `requested` before its answer and `refused` after a refusal. */
export type RefundStatus =
  | "requested"
  | "refused"
  | "pending"
  | "requires_action"
  | "succeeded"
  | "failed"
  | "canceled";

export const refundStatusLabels: Record<RefundStatus, string> = {
  requested: "Stripeの返事を待っています",
  refused: "Stripeに断られました",
  pending: "返金の途中",
  requires_action: "受け取りの手続き待ち",
  succeeded: "返金済み",
  failed: "返金に失敗",
  canceled: "取り消し",
};

/** Stripe's codes; others are shown as they are. */
const refundFailures: Record<string, string> = {
  charge_already_refunded: "すでに全額が返金されています。",
  charge_disputed: "カード会社への異議が申し立てられているため、返金できません。",
  insufficient_funds: "Stripeの残高が足りません。",
  lost_or_stolen_card: "カードが紛失または盗難の扱いで、お金が戻ってきました。別の方法でお返しください。",
  expired_or_canceled_card: "カードが期限切れか解約済みで、お金が戻ってきました。別の方法でお返しください。",
  charge_for_pending_refund_disputed: "返金の途中で、カード会社への異議が申し立てられました。",
  declined: "カード会社に断られました。別の方法でお返しください。",
  merchant_request: "Stripeへの依頼で取り消されました。",
  unknown: "理由は分かりません。別の方法でお返しください。",
};

export const describeRefundFailure = (code: string): string =>
  refundFailures[code] ?? `Stripeの返事：${code}`;
