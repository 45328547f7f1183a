import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useToast } from "#app/ui/toasts.tsx";
import { heardUnread, listenUnread } from "../live-unread.ts";

/** How long it is shown that the list is being refreshed (spec 2 §9). */
const spinnerMs = 800;
/** So often it is tried once more when no answer comes (spec 2 §9). */
const retries = 2;
/** A list that is older is loaded anew when the page comes back into view (spec 2 §9). */
const staleMs = 30_000;
/** Between two of what happens by itself. */
const restMs = 1000;

/**
 * Loads the list anew: when asked for, when the number of unread notifications is another than `expected` (which the page
 * keeps at what it has done itself), and when the page comes back into view after more than 30 s. `loadedAt` is what the
 * loader says.
 */
export function useRefresh(options: { loadedAt: number; expected: { current: number } }) {
  const { loadedAt, expected } = options;
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const [isRefreshing, setRefreshing] = useState(false);
  const latest = useRef({ loadedAt, at: 0 });
  useEffect(() => {
    latest.current = { loadedAt, at: Date.now() };
  }, [loadedAt]);

  // Who has left for another page waits for no list any more.
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const refresh = async () => {
    setRefreshing(true);
    let isLost = true;
    for (let attempt = 0; isLost && attempt <= retries; attempt++) {
      const before = latest.current.loadedAt;
      await Promise.all([revalidate(), new Promise((resolve) => setTimeout(resolve, spinnerMs))]);
      if (isLeft.current) return;
      isLost = latest.current.loadedAt === before;
    }
    setRefreshing(false);
    if (isLost)
      show({
        tone: "error",
        title: "更新できませんでした",
        description: "接続を確認して、もう一度お試しください。",
      });
  };
  const askAgain = useEffectEvent(() => {
    if (!isRefreshing && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenUnread(() => {
      const count = heardUnread() ?? 0;
      if (count === expected.current) return;
      expected.current = count;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          askAgain();
        },
        Math.max(0, latest.current.at + restMs - Date.now()),
      );
    });
    const look = () => {
      if (Date.now() - latest.current.at > staleMs) askAgain();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [expected]);
  useReloadShortcut({ isRefreshing, refresh: () => void refresh() });
  return { isRefreshing, refresh: () => void refresh() };
}

/**
 * The reload shortcut refreshes the list in its place (spec 2 §2), which is what people want of it, and keeps place and
 * sound. Pressed once more meanwhile, or with Shift, it is the browser's.
 */
function useReloadShortcut(options: { isRefreshing: boolean; refresh: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isReload = key === "F5" ? !ctrlKey && !metaKey : key.toLowerCase() === "r" && ctrlKey !== metaKey;
    if (!isReload || shiftKey || altKey || options.isRefreshing || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) options.refresh();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
