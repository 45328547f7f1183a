import { useEffect, useSyncExternalStore } from "react";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { heardUnread, hearUnread, listenUnread } from "../live-unread.ts";

/** Milliseconds after which a page has come to rest. */
const restMs = 1500;

/** How many notifications the member has not read: what the page came with, and from then on what is heard. */
export function useUnread(): number {
  const root = useRootData();
  const heard = useSyncExternalStore(listenUnread, heardUnread, () => null);
  return heard ?? root?.unread ?? 0;
}

/**
 * Keeps what `useUnread` returns fresh, for members. It is no part of the page's start, and nothing is missing without it
 * but that the number moves by itself.
 */
export function useFreshUnread(): void {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  useEffect(() => {
    if (root) hearUnread(root.unread);
  }, [root]);
  useEffect(() => {
    if (!isMember) return;
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => {
      stop = () => {};
      import("../watch-unread.ts").then(
        ({ watchUnread }) => {
          if (stop) stop = watchUnread();
        },
        () => undefined,
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [isMember]);
}
