export const maxUnread = 100;

/** 「9+」 above 9. */
export const badgeText = (count: number): string => (count > 9 ? "9+" : String(count));

/** For screen readers. */
export const unreadLabel = (count: number): string =>
  count >= maxUnread ? `未読${maxUnread}件以上` : `未読${count}件`;

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    unread: number;
  }
}
