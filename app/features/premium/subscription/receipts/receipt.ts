import { paymentsPath } from "../subscription.ts";

/** 消費税 in percent, which receipts that are issued now name. */
export const taxRate = 10;

/** The tax in `amount` yen, rounded down: once for each receipt and rate. */
export const includedTax = (amount: number, rate: number): number =>
  Math.floor((amount * rate) / (100 + rate));

/** A query of the list: each route costs home some bytes. */
export const receiptPath = (id: string): string => `${paymentsPath}?receipt=${encodeURIComponent(id)}`;

export const maxRecipientLength = 100;
