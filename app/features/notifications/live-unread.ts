/** What this page has heard last of how much is unread; null before it has. */
let heard: number | null = null;
const listeners = new Set<() => void>();

/** Takes note of how many notifications are unread, wherever that was heard. */
export function hearUnread(count: number): void {
  if (count === heard) return;
  heard = count;
  for (const listener of listeners) listener();
}

export const heardUnread = (): number | null => heard;

/** Calls `listener` whenever another count is heard; returns the way to stop. */
export function listenUnread(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
