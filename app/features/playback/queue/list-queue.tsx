import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { withCursor } from "#app/lib/cursor.ts";
import type { PlayableTrack, PlayQueue } from "../playback.ts";

export const ListQueueContext = createContext<(() => PlayQueue) | null>(null);

/** Play buttons inside play their track in `queue`, as it is at the click. */
export function ListQueue({ queue, children }: { queue: PlayQueue; children: ReactNode }) {
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  }, [queue]);
  // Stable, so that a longer list does not render all rows again.
  const [read] = useState(() => () => latest.current);
  return <ListQueueContext value={read}>{children}</ListQueueContext>;
}

/** Reads the surrounding list's queue; null outside a `ListQueue`. */
export function useListQueue(): (() => PlayQueue) | null {
  return useContext(ListQueueContext);
}

export interface ListQueueOptions {
  name: string;
  /** API URL of the list without a cursor; null if there is none. */
  call: string | null;
  isPlaylist?: boolean;
  /** Identifies the queue when several URLs show the list; by default the list's own path. */
  path?: string;
}

/** Creates the queue of a list. `next` is the next page's cursor, null after the last. */
export function createListQueue(
  { name, call, isPlaylist = false, path }: ListQueueOptions,
  list: { path: string; tracks: readonly PlayableTrack[]; next: string | null },
): PlayQueue {
  const { tracks, next } = list;
  const nextUrl = call !== null && next !== null ? withCursor(call, next) : null;
  return { name, path: path ?? list.path, tracks, isPlaylist, next: nextUrl };
}
