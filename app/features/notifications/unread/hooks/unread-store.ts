let unreadCount: number | null = null;
const listeners = new Set<() => void>();

/** Sets the unread count of this page and calls the listeners when it has changed. */
export function setUnreadCount(count: number): void {
  if (count === unreadCount) return;
  unreadCount = count;
  for (const listener of listeners) listener();
}

/** The latest unread count; null before the first one is known. */
export const getUnreadCount = (): number | null => unreadCount;

/** Calls `listener` after each change of the unread count. Returns a function that unsubscribes. */
export function onUnreadCountChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
