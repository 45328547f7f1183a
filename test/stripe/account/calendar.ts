export const hour = 60 * 60;
export const day = 24 * hour;

/** On the anchor's day of the month, or the month's last (UTC, seconds). */
function addMonths(anchor: number, months: number): number {
  const start = new Date(anchor * 1000);
  const first = Date.UTC(
    start.getUTCFullYear(),
    start.getUTCMonth() + months,
    1,
    start.getUTCHours(),
    start.getUTCMinutes(),
    start.getUTCSeconds(),
  );
  const month = new Date(first);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return month.getTime() / 1000;
}

/** The next monthly date after `time` (seconds). */
export function nextBillingDate(anchor: number, time: number): number {
  const start = new Date(anchor * 1000);
  const end = new Date(time * 1000);
  let months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth() - 1;
  while (addMonths(anchor, months) <= time) months++;
  return addMonths(anchor, months);
}
