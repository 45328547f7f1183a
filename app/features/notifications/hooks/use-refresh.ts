import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { getUnreadCount, onUnreadCountChange } from "../unread/unread-store.ts";

const spinnerMs = 800;
const retries = 2;
const staleMs = 30_000;
const minIntervalMs = 1000;

/**
 * Reloads the list on request, when the unread count differs from `expectedUnread`, and when the page becomes visible after
 * more than 30 s. `loadedAt`: the loader's value.
 */
export function useRefresh(options: { loadedAt: number; expectedUnread: { current: number } }) {
  const { loadedAt, expectedUnread } = options;
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [isRefreshing, setRefreshing] = useState(false);
  const latest = useRef({ loadedAt, at: 0 });
  useEffect(() => {
    latest.current = { loadedAt, at: Date.now() };
  }, [loadedAt]);

  // After an unmount a pending refresh ends silently.
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const refresh = async () => {
    setRefreshing(true);
    let hasFailed = true;
    for (let attempt = 0; hasFailed && attempt <= retries; attempt++) {
      const before = latest.current.loadedAt;
      await Promise.all([revalidate(), new Promise((resolve) => setTimeout(resolve, spinnerMs))]);
      if (isUnmounted.current) return;
      hasFailed = latest.current.loadedAt === before;
    }
    setRefreshing(false);
    if (hasFailed)
      show({
        tone: "error",
        title: "更新できませんでした",
        description: "接続を確認して、もう一度お試しください。",
      });
  };
  const reload = useEffectEvent(() => {
    if (!isRefreshing && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = onUnreadCountChange(() => {
      const count = getUnreadCount() ?? 0;
      if (count === expectedUnread.current) return;
      expectedUnread.current = count;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          reload();
        },
        Math.max(0, latest.current.at + minIntervalMs - Date.now()),
      );
    });
    const reloadIfStale = () => {
      if (Date.now() - latest.current.at > staleMs) reload();
    };
    document.addEventListener("visibilitychange", reloadIfStale);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reloadIfStale);
    };
  }, [expectedUnread]);
  useReloadShortcut({ isRefreshing, refresh: () => void refresh() });
  return { isRefreshing, refresh: () => void refresh() };
}

/** Refreshes only the list, and keeps scroll position and playback. Again, or with Shift, it reloads the page. */
function useReloadShortcut(options: { isRefreshing: boolean; refresh: () => void }): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isReload = key === "F5" ? !ctrlKey && !metaKey : key.toLowerCase() === "r" && ctrlKey !== metaKey;
    if (!isReload || shiftKey || altKey || options.isRefreshing || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) options.refresh();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
