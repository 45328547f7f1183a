import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/cursor.ts";
import type { NotificationListItem, NotificationPage } from "../notifications.ts";

/** A page as the loader returns it. */
export interface LoadedNotifications extends NotificationPage {
  /** Server time in epoch ms; different for each response. */
  loadedAt: number;
}

interface ListState {
  list: NotificationPage;
  localReads: readonly LocalRead[];
}

/** List states by history entry, restored when the user goes back to it. */
const stateCache = new Map<string, ListState>();
const maxCachedStates = 20;

/**
 * The notification list: begins with `first`, the loader's page, and grows page by page. Loaded pages and read marks are
 * restored when the user returns to the history entry.
 */
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
    // Also in the cached lists, and when the user has left the page meanwhile.
    for (const [entry, cached] of stateCache)
      stateCache.set(entry, { ...cached, localReads: update(cached.localReads) });
  };

  /** A ref, not state: two clicks before the next render load one page. */
  const isPending = useRef(false);
  const [failed, setFailed] = useState(false);
  const [pageCount, setPageCount] = useState(0);
  const loaded = fetcher.data;
  const isIdle = fetcher.state === "idle";
  useEffect(() => {
    if (!isIdle || !isPending.current) return;
    isPending.current = false;
    // When the request fails, the client loader returns the first page again.
    const hasFailed = !loaded || loaded.loadedAt === first.loadedAt;
    setFailed(hasFailed);
    if (hasFailed) return;
    setState((last) => ({ ...last, list: appendPage(last.list, loaded) }));
    setPageCount((count) => count + 1);
  }, [loaded, isIdle, first]);
  return {
    list,
    /** Pages that were requested and have come. */
    pageCount,
    stateOf: (notification: NotificationListItem) => rowState(notification, localReads),
    /** Shows notifications as read, before the server has confirmed it. Returns a function that reverts it. */
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

/**
 * The list with its first page reloaded: the older notifications still follow, without groups that have moved up to the
 * first page. When the new page no longer overlaps the list, the list is only that page.
 */
function mergeFirstPage(fresh: NotificationPage, before: NotificationPage): NotificationPage {
  const last = fresh.notifications.at(-1);
  const [newest] = before.notifications;
  if (!last || !newest || fresh.next === null || newest.id < last.id) return fresh;
  const older = without(before.notifications, fresh.notifications).filter(({ id }) => id < last.id);
  return older.length === 0
    ? fresh
    : { notifications: [...fresh.notifications, ...older], next: before.next };
}

/** The list with the next page appended, without groups that it has already. */
function appendPage(list: NotificationPage, page: NotificationPage): NotificationPage {
  return {
    notifications: [...list.notifications, ...without(page.notifications, list.notifications)],
    next: page.next,
  };
}

/** The items whose group is not among `others`. */
function without(items: readonly NotificationListItem[], others: readonly NotificationListItem[]) {
  const groupKeys = new Set(others.map(({ groupKey }) => groupKey));
  return items.filter(({ groupKey }) => !groupKeys.has(groupKey));
}

/** Notifications that this page has marked read, whatever a list loaded earlier says. */
interface LocalRead {
  /** Rows that were unread. */
  ids: ReadonlySet<number>;
  /** Also all notifications up to this id, listed or not; 0 for none. */
  upTo: number;
}

/** The read mark of these rows. */
export const localReadOf = (rows: readonly NotificationListItem[]): LocalRead => ({
  ids: new Set(rows.filter(({ isUnread }) => isUnread).map(({ id }) => id)),
  upTo: 0,
});

/** The read mark of all notifications, when these are the rows of the list. */
export const localReadOfAll = (rows: readonly NotificationListItem[]): LocalRead => ({
  ...localReadOf(rows),
  upTo: Math.max(0, ...rows.map(({ id }) => id)),
});

/** The display state of a row. `new`: it was unread when the page was opened. */
export function rowState(
  { id, isUnread }: Pick<NotificationListItem, "id" | "isUnread">,
  localReads: readonly LocalRead[],
): "unread" | "new" | "read" {
  if (localReads.some(({ ids }) => ids.has(id))) return "new";
  if (!isUnread) return "read";
  return localReads.some(({ upTo }) => id <= upTo) ? "new" : "unread";
}
