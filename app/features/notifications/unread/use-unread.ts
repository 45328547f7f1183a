import { useEffect, useSyncExternalStore } from "react";
import { useEvents } from "#app/features/events/hooks/use-events.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { asRecord } from "#app/lib/fetch-json.ts";
import { getUnreadCount, onUnreadCountChange, setUnreadCount } from "./unread-store.ts";

/** The root loader's count, then live updates. */
export function useUnread(): number {
  const root = useRootData();
  const latest = useSyncExternalStore(onUnreadCountChange, getUnreadCount, () => null);
  return latest ?? root?.unread ?? 0;
}

/** Keeps the count up to date, also on the installed app's icon. */
export function useLiveUnread(): void {
  const root = useRootData();
  const isMember = root?.isMember ?? false;
  useEffect(() => {
    if (root) setUnreadCount(root.unread);
  }, [root]);
  useEvents(
    "unread",
    (state) => {
      const { count } = asRecord(state);
      if (typeof count === "number") setUnreadCount(count);
      else
        void import("./fetch-unread-count.ts")
          .then(({ fetchUnreadCount }) => fetchUnreadCount())
          .catch(() => {});
    },
    { isEnabled: isMember },
  );
  useEffect(() => (isMember ? showAppBadge() : undefined), [isMember]);
}

function showAppBadge(): (() => void) | undefined {
  if (!("setAppBadge" in navigator)) return;
  const show = (count: number) => void navigator.setAppBadge(count).catch(() => undefined);
  const update = () => show(getUnreadCount() ?? 0);
  update();
  const stop = onUnreadCountChange(update);
  return () => {
    stop();
    show(0);
  };
}
