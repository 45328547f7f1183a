let unreadCount: number | null = null;
const listeners = new Set<() => void>();

/** Sets this page's unread count and calls the listeners if it changed. */
export function setUnreadCount(count: number): void {
  if (count === unreadCount) return;
  unreadCount = count;
  for (const listener of listeners) listener();
}

export const getUnreadCount = (): number | null => unreadCount;

/** Returns the function that unsubscribes. */
export function onUnreadCountChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
