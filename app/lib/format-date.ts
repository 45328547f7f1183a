const longDate = /* @__PURE__ */ new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  dateStyle: "long",
});

/** 「2026年11月21日」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDate(at: Date): string {
  return longDate.format(at);
}

const dateTime = /* @__PURE__ */ new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  dateStyle: "medium",
  timeStyle: "short",
});

/** 「2026/11/21 14:05」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDateTime(at: Date): string {
  return dateTime.format(at);
}

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Relative time: 「たった今」, 「5分前」, 「3時間前」, 「2日前」; the date from 7 days on. */
export function formatTimeAgo(at: Date, now: Date = new Date()): string {
  const ms = now.getTime() - at.getTime();
  if (ms < minute) return "たった今";
  if (ms < hour) return `${Math.floor(ms / minute)}分前`;
  if (ms < day) return `${Math.floor(ms / hour)}時間前`;
  if (ms < 7 * day) return `${Math.floor(ms / day)}日前`;
  return formatDate(at);
}
