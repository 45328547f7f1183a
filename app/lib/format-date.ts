const long = new Intl.DateTimeFormat("ja-JP", { timeZone: "Asia/Tokyo", dateStyle: "long" });

/** 「2026年11月21日」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDate(at: Date): string {
  return long.format(at);
}
