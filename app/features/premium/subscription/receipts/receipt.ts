import { paymentsPath } from "../subscription.ts";

/** 消費税 in percent, which receipts that are issued now name. */
export const taxRate = 10;

/** The tax in `amount` yen, rounded down: once for each receipt and rate. */
export const includedTax = (amount: number, rate: number): number =>
  Math.floor((amount * rate) / (100 + rate));

/** A query of the list: each route costs home some bytes. */
export const receiptPath = (id: string): string => `${paymentsPath}?receipt=${encodeURIComponent(id)}`;

export const maxRecipientLength = 100;

/** Dates and yen are formatted, dates in Asia/Tokyo. */
export interface ReceiptView {
  id: string;
  number: string;
  amount: string;
  taxRate: number;
  tax: string;
  period: string;
  paidAt: string;
  supplier: string | null;
  supplierAddress: string | null;
  /** With it the receipt is a qualified invoice (適格請求書). */
  registrationNumber: string | null;
  recipient: string;
  canSetRecipient: boolean;
  refund: { amount: string; tax: string; at: string } | null;
}
