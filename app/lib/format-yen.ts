/** 「1,100円」. */
export const formatYen = (amount: number): string => `${amount.toLocaleString("ja-JP")}円`;
