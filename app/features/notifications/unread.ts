/** Beyond so many unread notifications nobody counts. */
export const mostUnread = 100;

/** The number on a badge (spec 1 §9, spec 2 §9): 「9+」 above 9. */
export const badgeText = (count: number): string => (count > 9 ? "9+" : String(count));

/** How many are unread, in words for those who listen to the page. */
export const unreadWords = (count: number): string =>
  count >= mostUnread ? `未読${mostUnread}件以上` : `未読${count}件`;
