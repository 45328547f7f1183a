import { Invalid } from "#app/features/domain-error.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay, tokyoHour } from "#app/lib/tokyo-day.ts";
import { maxDaysAhead, type PublishTime } from "./drafts.ts";

/** At once, or a day (YYYY-MM-DD) and an hour (0–23) in Tokyo. */
interface PublishTimeForm {
  when?: "now" | "later" | undefined;
  day?: string | undefined;
  hour?: string | undefined;
}

/** The time that a form says; null for at once. Throws `Invalid` at `day` (missing, past, too far ahead). */
export function publishTimeOf({ when, day = "", hour = "" }: PublishTimeForm, now: Date): Date | null {
  if (when !== "later") return null;
  const refuse = (message: string) => new Invalid({ day: [message] });
  const isHour = /^\d{1,2}$/.test(hour) && Number(hour) < 24;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isHour) throw refuse("公開する日と時刻を選んでください。");
  const at = new Date(`${day}T${hour.padStart(2, "0")}:00:00+09:00`);
  // No such day, as 30 February.
  if (Number.isNaN(at.getTime()) || tokyoDay(at) !== day) throw refuse("公開する日と時刻を選んでください。");
  if (at <= now) throw refuse("これからの日時を選んでください。");
  if (at.getTime() > now.getTime() + maxDaysAhead * dayMs)
    throw refuse(`${maxDaysAhead}日先までの日時を選んでください。`);
  return at;
}

/** As `tokyoDay` and `tokyoHour` say it. */
export const dayAndHourOf = (at: Date): { day: string; hour: number } => ({
  day: tokyoDay(at),
  hour: tokyoHour(at),
});

/** What a form offers: at once, or tomorrow at the same hour. */
export function offeredTime(now: Date): PublishTime {
  return { ...dayAndHourOf(new Date(now.getTime() + dayMs)), isLater: false };
}
