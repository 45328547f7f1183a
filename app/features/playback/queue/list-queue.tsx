import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { withCursor } from "#app/lib/cursor.ts";
import type { PlayableTrack, PlayQueue } from "../playback.ts";

export const ListQueueContext = createContext<(() => PlayQueue) | null>(null);

/** Play buttons within play their track in `queue`, as it is at the time of the click. */
export function ListQueue({ queue, children }: { queue: PlayQueue; children: ReactNode }) {
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  }, [queue]);
  // A stable function, so that a longer list does not render all rows again.
  const [read] = useState(() => () => latest.current);
  return <ListQueueContext value={read}>{children}</ListQueueContext>;
}

/** The function that reads the surrounding list's queue; null outside a `ListQueue`. */
export function useListQueue(): (() => PlayQueue) | null {
  return useContext(ListQueueContext);
}

export interface ListQueueOptions {
  /** As in `PlayQueue`. */
  name: string;
  /** The API URL of the list's tracks, without a cursor; null when there is none. */
  call: string | null;
  /** As in `PlayQueue`; false by default. */
  isPlaylist?: boolean;
  /** The page that identifies the queue when several URLs show the list; the list's own by default. */
  path?: string;
}

/** Creates the queue of a list on the page `path`. `next` is the cursor of the next page, null after the last. */
export function createListQueue(
  { name, call, isPlaylist = false, path }: ListQueueOptions,
  list: { path: string; tracks: readonly PlayableTrack[]; next: string | null },
): PlayQueue {
  const { tracks, next } = list;
  const nextUrl = call !== null && next !== null ? withCursor(call, next) : null;
  return { name, path: path ?? list.path, tracks, isPlaylist, next: nextUrl };
}
