import { dayMs, hourMs, tokyoOffsetMs } from "#app/lib/time-units.ts";

/** Days of the week (0 is Sunday) and hour in Asia/Tokyo. Without days, episodes follow each other at once. */
export interface Cadence {
  days: readonly number[];
  hour: number;
}

export const weekdays = ["日", "月", "火", "水", "木", "金", "土"] as const;

/** The first time after `after`; `after` itself without days. */
export function nextSlot({ days, hour }: Cadence, after: Date): Date {
  if (days.length === 0) return after;
  const tokyo = after.getTime() + tokyoOffsetMs;
  const midnight = tokyo - (tokyo % dayMs);
  for (let ahead = 0; ahead <= 7; ahead++) {
    const at = midnight + ahead * dayMs + hour * hourMs;
    if (at > tokyo && days.includes(new Date(at).getUTCDay())) return new Date(at - tokyoOffsetMs);
  }
  throw new Error(`no day of ${days.join()}`);
}

/** 「毎日7時に公開」, 「月・金曜の7時に公開」, 「できしだい、つづけて公開」. */
export function describeCadence({ days, hour }: Cadence): string {
  if (days.length === 0) return "できしだい、つづけて公開";
  if (days.length === 7) return `毎日${hour}時に公開`;
  // Weeks are spoken of from Monday on.
  const names = [1, 2, 3, 4, 5, 6, 0].filter((day) => days.includes(day)).map((day) => weekdays[day]);
  return `${names.join("・")}曜の${hour}時に公開`;
}

/** 「12月1日(火) 7:00」 in Asia/Tokyo. */
export function formatSlot(at: Date): string {
  const tokyo = new Date(at.getTime() + tokyoOffsetMs);
  const time = `${tokyo.getUTCHours()}:${String(tokyo.getUTCMinutes()).padStart(2, "0")}`;
  return `${tokyo.getUTCMonth() + 1}月${tokyo.getUTCDate()}日(${weekdays[tokyo.getUTCDay()]}) ${time}`;
}
