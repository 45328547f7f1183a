/** Unread notifications are counted up to this number. */
export const maxUnread = 100;

/** The text of a badge: the number, 「9+」 above 9. */
export const badgeText = (count: number): string => (count > 9 ? "9+" : String(count));

/** The unread count for screen readers. */
export const unreadLabel = (count: number): string =>
  count >= maxUnread ? `未読${maxUnread}件以上` : `未読${count}件`;

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** Unread notifications of the member, counted up to the maximum of the badge. */
    unread: number;
  }
}
