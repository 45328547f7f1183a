import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/with-cursor.ts";
import { continueNotifications, extendNotifications } from "../continue-notifications.ts";
import type { ListedNotification, NotificationPage } from "../listed-notification.ts";
import { type ReadingHere, rowState } from "../reading-here.ts";

/** A page of the loader's; each that the server has made is another. */
export interface LoadedNotifications extends NotificationPage {
  /** When the server made it, in ms. */
  loadedAt: number;
}

interface Shown {
  list: NotificationPage;
  readings: readonly ReadingHere[];
}

/** What comes back with the history's steps, by the entry that showed it. */
const kept = new Map<string, Shown>();
const mostKept = 20;

/**
 * Notifications that begin with `first`, the loader's page, and grow page by page. What was loaded and read is there again
 * when people come back to this entry of the browser's history.
 */
export function useNotifications(first: LoadedNotifications) {
  const { key } = useLocation();
  const fetcher = useFetcher<LoadedNotifications>();
  const [state, setState] = useState(() => {
    const { list, readings } = kept.get(key) ?? { list: first, readings: [] };
    return { first, list: continueNotifications(first, list), readings };
  });
  const { readings } = state;
  let { list } = state;
  if (state.first !== first) {
    list = continueNotifications(first, list);
    setState({ ...state, first, list });
  }
  useEffect(() => {
    kept.delete(key);
    kept.set(key, { list, readings });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }, [key, list, readings]);
  const changeReadings = (changed: (readings: readonly ReadingHere[]) => readonly ReadingHere[]) => {
    setState((last) => ({ ...last, readings: changed(last.readings) }));
    // What is read here is read wherever it was listed, also when the page has been left meanwhile.
    for (const [entry, shown] of kept) kept.set(entry, { ...shown, readings: changed(shown.readings) });
  };

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
    stateOf: (notification: ListedNotification) => rowState(notification, readings),
    /** Shows as read; returns the way back. */
    takeAsRead(reading: ReadingHere): () => void {
      changeReadings((all) => [...all, reading]);
      return () => changeReadings((all) => all.filter((one) => one !== reading));
    },
    loading: !isIdle,
    failed,
    load() {
      if (list.next === null || isAsked.current) return;
      isAsked.current = true;
      void fetcher.load(withCursor("/notifications", list.next));
    },
  };
}

export type GrowingNotifications = ReturnType<typeof useNotifications>;
