import { useEffect, useSyncExternalStore } from "react";
import { useRootData } from "#app/features/site/root-data.ts";
import { getUnreadCount, onUnreadCountChange, setUnreadCount } from "./unread-store.ts";

/** Delay after mount before live updates start, so that they do not compete with the page load. */
const startDelayMs = 1500;

/** The unread count: the root loader's value, then live updates. */
export function useUnread(): number {
  const root = useRootData();
  const latest = useSyncExternalStore(onUnreadCountChange, getUnreadCount, () => null);
  return latest ?? root?.unread ?? 0;
}

/** Keeps the unread count up to date for members. Its code is loaded after the page is idle; without it the count is static. */
export function useLiveUnread(): void {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  useEffect(() => {
    if (root) setUnreadCount(root.unread);
  }, [root]);
  useEffect(() => {
    if (!isMember) return;
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => {
      stop = () => {};
      import("./subscribe-to-unread.ts").then(
        ({ subscribeToUnread }) => {
          if (stop) stop = subscribeToUnread();
        },
        () => undefined,
      );
    }, startDelayMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [isMember]);
}
