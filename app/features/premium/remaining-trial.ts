/**
 * What is left of the trial of 2.0x speed, as hours and minutes (spec 1 §4): 「23時間5分」, 「12分」. Rounded up, so that a
 * trial that runs never shows nothing. Null when none runs. `endsAt` is ISO 8601.
 */
export function remainingTrial(endsAt: string | null, now: number): string | null {
  const minutes = endsAt === null ? 0 : Math.ceil((Date.parse(endsAt) - now) / 60_000);
  if (!(minutes > 0)) return null;
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}時間${minutes % 60}分` : `${minutes}分`;
}
