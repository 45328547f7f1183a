const format = /* @__PURE__ */ new Intl.DateTimeFormat("en-CA", {
  timeZone: "Asia/Tokyo",
  dateStyle: "short",
});

/** The calendar day in Asia/Tokyo as YYYY-MM-DD; daily limits reset at its midnight. */
export function tokyoDay(at: Date): string {
  return format.format(at);
}

/** Whole seconds from `at` until the next day begins in Asia/Tokyo (UTC+9, no summer time); at least 1. */
export function secondsUntilTokyoMidnight(at: Date): number {
  const dayMs = 24 * 60 * 60 * 1000;
  const sinceMidnight = (at.getTime() + 9 * 60 * 60 * 1000) % dayMs;
  return Math.max(1, Math.ceil((dayMs - sinceMidnight) / 1000));
}
