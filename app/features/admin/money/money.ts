import type { RefundStatus } from "#app/features/premium/subscription/refunds/refund.ts";
import type { Clock } from "../objections/objections-admin.ts";
import type { Status } from "../parts/status-badge.tsx";

export const moneyPath = "/admin/money";

export const moneyViews = {
  month: "月ごと",
  payments: "お支払い",
  failed: "失敗",
  refunds: "返金",
  disputes: "異議",
} as const;
export type MoneyView = keyof typeof moneyViews;
/** Those with rows, which can be downloaded. */
export type MoneyList = Exclude<MoneyView, "month">;

export const moneyPageSize = 50;

/** Empty texts filter nothing. */
export interface MoneyFields {
  /** The id, or the ユーザーID with or without @. */
  user: string;
  /** Of a receipt. */
  number: string;
  /** Days in Asia/Tokyo, `to` inclusive. */
  from: string;
  to: string;
  state: "" | "refunded" | "open" | "problem" | "awaiting";
}

export const stateLabels: Record<MoneyList, { state: MoneyFields["state"]; label: string } | null> = {
  payments: { state: "refunded", label: "返金のあるものだけ" },
  failed: { state: "open", label: "まだ払われていないものだけ" },
  refunds: { state: "problem", label: "返金できなかったものだけ" },
  disputes: { state: "awaiting", label: "証拠が必要なものだけ" },
};

export interface MoneyRow {
  /** Of Stripe's invoice. */
  id: string;
  /** Null after the account's end. */
  member: { id: string; name: string } | null;
  /** Formatted, as all dates and sums here. */
  at: string;
  amount: string;
}

export interface PaymentRow extends MoneyRow {
  number: string;
  period: string;
  refunded: string | null;
  state: "paid" | "partly" | "refunded" | "disputed";
  /** Null where nothing can be given back. */
  refund: RefundOffer | null;
}

/** What a form of a refund says that the operator saw. */
interface RefundOffer {
  seen: number;
  /** Yen. */
  left: number;
  /** A full refund ends premium. */
  endsPremium: boolean;
}

export interface FailedRow extends MoneyRow {
  attempts: number;
  reason: string;
  next: string | null;
  outcome: "open" | "paid" | "given_up";
}

export interface RefundListRow extends MoneyRow {
  /** Of the row. */
  refundId: string;
  number: string;
  reason: string | null;
  status: RefundStatus;
  failure: string | null;
}

export interface DisputeRow extends MoneyRow {
  disputeId: string;
  number: string;
  reason: string;
  state: { status: Status; label: string };
  /** What to do, in a sentence. */
  advice: string;
  /** Until when evidence can be sent; null where none can. */
  due: { at: string; clock: NonNullable<Clock> } | null;
  /** When its end was seen. */
  ended: string | null;
  /** Of Stripe's dashboard. */
  page: string;
}

/** The text of an address with these fields. */
export function moneyHref(
  view: MoneyView,
  fields: Partial<MoneyFields> & { cursor?: string; month?: string } = {},
) {
  const query = new URLSearchParams(view === "month" ? {} : { view });
  for (const [name, value] of Object.entries(fields)) if (value) query.set(name, value);
  return query.size > 0 ? `${moneyPath}?${query}` : moneyPath;
}
