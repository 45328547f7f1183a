import { dayMs } from "#app/lib/time-units.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";

/** `days` may be negative. Days are YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Both inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The beginning of the day in Asia/Tokyo and of the next one. */
export function tokyoDayRange(day: string): { start: Date; end: Date } {
  const start = startOfTokyoDay(day);
  return { start, end: new Date(start.getTime() + dayMs) };
}
