/** Generations a day of a free and of a premium member (spec 3 §6). */
export const dailyLimits = { free: 3, premium: 10 } as const;
