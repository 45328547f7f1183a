const dateTime = new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  dateStyle: "medium",
  timeStyle: "short",
});

/** 「2026/11/21 14:05」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDateTime(at: Date): string {
  return dateTime.format(at);
}
