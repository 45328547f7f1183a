import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/cursor.ts";
import type { NotificationListItem, NotificationPage } from "../notifications.ts";

export interface LoadedNotifications extends NotificationPage {
  /** Server time in epoch ms; different in each response. */
  loadedAt: number;
}

interface ListState {
  list: NotificationPage;
  localReads: readonly LocalRead[];
}

/** By history entry, for going back. */
const stateCache = new Map<string, ListState>();
const maxCachedStates = 20;

/** The list: `first`, the loader's page, and pages appended to it. Going back restores loaded pages and read marks. */
export function useNotifications(first: LoadedNotifications) {
  const { key } = useLocation();
  const fetcher = useFetcher<LoadedNotifications>();
  const [state, setState] = useState(() => {
    const { list, localReads } = stateCache.get(key) ?? { list: first, localReads: [] };
    return { first, list: mergeFirstPage(first, list), localReads };
  });
  const { localReads } = state;
  let { list } = state;
  if (state.first !== first) {
    list = mergeFirstPage(first, list);
    setState({ ...state, first, list });
  }
  useEffect(() => {
    stateCache.delete(key);
    stateCache.set(key, { list, localReads });
    const [oldest] = stateCache.keys();
    if (stateCache.size > maxCachedStates && oldest !== undefined) stateCache.delete(oldest);
  }, [key, list, localReads]);
  const updateLocalReads = (update: (localReads: readonly LocalRead[]) => readonly LocalRead[]) => {
    setState((last) => ({ ...last, localReads: update(last.localReads) }));
    // In cached lists too, and when the user has left the page.
    for (const [entry, cached] of stateCache)
      stateCache.set(entry, { ...cached, localReads: update(cached.localReads) });
  };

  /** A ref, not state: two clicks before the next render must load one page. */
  const isPending = useRef(false);
  const [failed, setFailed] = useState(false);
  const [pageCount, setPageCount] = useState(0);
  const loaded = fetcher.data;
  const isIdle = fetcher.state === "idle";
  useEffect(() => {
    if (!isIdle || !isPending.current) return;
    isPending.current = false;
    // After a failed request the client loader returns the first page again.
    const hasFailed = !loaded || loaded.loadedAt === first.loadedAt;
    setFailed(hasFailed);
    if (hasFailed) return;
    setState((last) => ({ ...last, list: appendPage(last.list, loaded) }));
    setPageCount((count) => count + 1);
  }, [loaded, isIdle, first]);
  return {
    list,
    pageCount,
    stateOf: (notification: NotificationListItem) => rowState(notification, localReads),
    /** Shows notifications as read before the server confirms it. Returns the function that reverts it. */
    markReadLocally(localRead: LocalRead): () => void {
      updateLocalReads((all) => [...all, localRead]);
      return () => updateLocalReads((all) => all.filter((one) => one !== localRead));
    },
    loading: !isIdle,
    failed,
    load() {
      if (list.next === null || isPending.current) return;
      isPending.current = true;
      void fetcher.load(withCursor("/notifications", list.next));
    },
  };
}

export type NotificationsState = ReturnType<typeof useNotifications>;

/** The list with a fresh first page, without groups that have moved up to it. Without an overlap only the fresh page. */
function mergeFirstPage(fresh: NotificationPage, before: NotificationPage): NotificationPage {
  const last = fresh.notifications.at(-1);
  const [newest] = before.notifications;
  if (!last || !newest || fresh.next === null || newest.id < last.id) return fresh;
  const older = without(before.notifications, fresh.notifications).filter(({ id }) => id < last.id);
  return older.length === 0
    ? fresh
    : { notifications: [...fresh.notifications, ...older], next: before.next };
}

/** Skips groups that the list has already. */
function appendPage(list: NotificationPage, page: NotificationPage): NotificationPage {
  return {
    notifications: [...list.notifications, ...without(page.notifications, list.notifications)],
    next: page.next,
  };
}

function without(items: readonly NotificationListItem[], others: readonly NotificationListItem[]) {
  const groupKeys = new Set(others.map(({ groupKey }) => groupKey));
  return items.filter(({ groupKey }) => !groupKeys.has(groupKey));
}

/** Marked read by this page, whatever an older list says. */
interface LocalRead {
  ids: ReadonlySet<number>;
  /** All up to this id too, listed or not; 0 for none. */
  upTo: number;
}

/** The mark of these rows. */
export const localReadOf = (rows: readonly NotificationListItem[]): LocalRead => ({
  ids: new Set(rows.filter(({ isUnread }) => isUnread).map(({ id }) => id)),
  upTo: 0,
});

/** The mark of all notifications; `rows`: the whole list. */
export const localReadOfAll = (rows: readonly NotificationListItem[]): LocalRead => ({
  ...localReadOf(rows),
  upTo: Math.max(0, ...rows.map(({ id }) => id)),
});

/** `new`: unread when the page was opened. */
export function rowState(
  { id, isUnread }: Pick<NotificationListItem, "id" | "isUnread">,
  localReads: readonly LocalRead[],
): "unread" | "new" | "read" {
  if (localReads.some(({ ids }) => ids.has(id))) return "new";
  if (!isUnread) return "read";
  return localReads.some(({ upTo }) => id <= upTo) ? "new" : "unread";
}
