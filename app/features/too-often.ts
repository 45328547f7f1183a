/** What people are told who do something more often than it is meant (`http/rate-limits.ts`). */
export const tooOften = "短い時間に操作が続いています。しばらくしてから、もう一度お試しください。";
