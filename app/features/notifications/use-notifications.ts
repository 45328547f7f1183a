import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/with-cursor.ts";
import { continueNotifications, extendNotifications } from "./continue-notifications.ts";
import type { NotificationPage } from "./listed-notification.ts";

/** A page of the loader's; each that the server has made is another. */
export interface LoadedNotifications extends NotificationPage {
  /** When the server made it, in ms. */
  loadedAt: number;
}

/** Lists that come back with the history's steps, by the entry that showed them. */
const kept = new Map<string, NotificationPage>();
const mostKept = 20;

/**
 * Notifications that begin with `first`, the loader's page, and grow page by page. What was loaded is there again when
 * people come back to this entry of the browser's history.
 */
export function useNotifications(first: LoadedNotifications) {
  const { key } = useLocation();
  const fetcher = useFetcher<LoadedNotifications>();
  const [state, setState] = useState(() => ({
    first,
    list: continueNotifications(first, kept.get(key) ?? first),
  }));
  let { list } = state;
  if (state.first !== first) {
    list = continueNotifications(first, list);
    setState({ first, list });
  }
  useEffect(() => {
    kept.delete(key);
    kept.set(key, list);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }, [key, list]);

  /** At once, not with the next picture: two presses within one ask once. */
  const isAsked = useRef(false);
  const [failed, setFailed] = useState(false);
  const answer = fetcher.data;
  const isIdle = fetcher.state === "idle";
  useEffect(() => {
    if (!isIdle || !isAsked.current) return;
    isAsked.current = false;
    // Without a network, or for a fault of the server, the answer is the first page once more (`keepPage`).
    const isLost = !answer || answer.loadedAt === first.loadedAt;
    setFailed(isLost);
    if (!isLost) setState((last) => ({ ...last, list: extendNotifications(last.list, answer) }));
  }, [answer, isIdle, first]);
  return {
    list,
    loading: !isIdle,
    failed,
    load() {
      if (list.next === null || isAsked.current) return;
      isAsked.current = true;
      void fetcher.load(withCursor("/notifications", list.next));
    },
  };
}
