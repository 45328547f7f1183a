const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const FIXDATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const RFC850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/**
 * Parses an HTTP-date in all three forms (RFC 9110 §5.6.7) to epoch ms; null if invalid. `Date.parse` accepts too much:
 * conditions with an invalid date must be ignored. `now` (epoch ms) resolves two-digit years.
 */
export function parseHttpDate(text: string, now: number = Date.now()): number | null {
  const fix = FIXDATE.exec(text);
  if (fix !== null) return toEpochMs({ day: fix[1], month: fix[2], year: fix[3], clock: fix.slice(4) });
  const asc = ASCTIME.exec(text);
  if (asc !== null) return toEpochMs({ day: asc[2], month: asc[1], year: asc[6], clock: asc.slice(3, 6) });
  const old = RFC850.exec(text);
  if (old === null) return null;
  const [day, month, clock] = [old[1], old[2], old.slice(4)];
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  const inFiftyYears = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 50);
  const time = toEpochMs({ day, month, year: String(century + Number(old[3])), clock });
  // More than 50 years ahead means the latest past year with these digits.
  if (time !== null && time <= inFiftyYears) return time;
  return toEpochMs({ day, month, year: String(century - 100 + Number(old[3])), clock });
}

function toEpochMs(o: {
  day: string | undefined;
  month: string | undefined;
  year: string | undefined;
  clock: string[];
}): number | null {
  const month = MONTHS.indexOf(o.month ?? "");
  const day = Number(o.day);
  const [hour = 0, minute = 0, second = 0] = o.clock.map(Number);
  if (month === -1 || hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(o.year), month, day);
  // 30 Feb would become a day in March.
  if (day === 0 || date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second);
}
