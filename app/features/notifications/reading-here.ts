import type { ListedNotification } from "./listed-notification.ts";

/** What a page has read by itself at a time, whatever lists say that were made before. */
export interface ReadingHere {
  /** Rows that were unread. */
  ids: ReadonlySet<number>;
  /** Beside these all that came up to this one, shown or not; 0 for none. */
  upTo: number;
}

/** What is read when these rows are. */
export const readingOf = (rows: readonly ListedNotification[]): ReadingHere => ({
  ids: new Set(rows.filter(({ isUnread }) => isUnread).map(({ id }) => id)),
  upTo: 0,
});

/** What is read when all is, and these are the rows of the list. */
export const readingAll = (rows: readonly ListedNotification[]): ReadingHere => ({
  ...readingOf(rows),
  upTo: Math.max(0, ...rows.map(({ id }) => id)),
});

/** How a row shows. `new`: it was unread when the page was opened. */
export function rowState(
  { id, isUnread }: Pick<ListedNotification, "id" | "isUnread">,
  readings: readonly ReadingHere[],
): "unread" | "new" | "read" {
  if (readings.some(({ ids }) => ids.has(id))) return "new";
  if (!isUnread) return "read";
  return readings.some(({ upTo }) => id <= upTo) ? "new" : "unread";
}
