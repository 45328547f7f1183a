import type { ListedNotification, NotificationPage } from "./listed-notification.ts";

/**
 * The list with its first page loaded anew: what had followed that page still follows it, without the bundles that have
 * grown and moved up. A page that no longer meets the list stands alone.
 */
export function continueNotifications(fresh: NotificationPage, before: NotificationPage): NotificationPage {
  const last = fresh.notifications.at(-1);
  const [newest] = before.notifications;
  if (!last || !newest || fresh.next === null || newest.id < last.id) return fresh;
  const older = without(before.notifications, fresh.notifications).filter(({ id }) => id < last.id);
  return older.length === 0
    ? fresh
    : { notifications: [...fresh.notifications, ...older], next: before.next };
}

/** The list with the page that its cursor led to; a bundle that has moved up meanwhile stays where it is. */
export function extendNotifications(list: NotificationPage, page: NotificationPage): NotificationPage {
  return {
    notifications: [...list.notifications, ...without(page.notifications, list.notifications)],
    next: page.next,
  };
}

function without(some: readonly ListedNotification[], known: readonly ListedNotification[]) {
  const bundles = new Set(known.map(({ bundle }) => bundle));
  return some.filter(({ bundle }) => !bundles.has(bundle));
}
