/** How premium is sold (spec 1 §9, spec 2 §2 and §9): screens, help and legal pages say these. */
export const premiumTerms = {
  /** Yen a month, tax included. */
  price: 550,
  /** Billing can rest for so many days, once. */
  pauseDays: 90,
  /** Hours before the renewal by which a cancellation has to be made. */
  cancelHours: 24,
  /** Hours of 2.0x speed that everybody gets once. */
  trialHours: 24,
} as const;
