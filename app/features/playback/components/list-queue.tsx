import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { withCursor } from "#app/lib/with-cursor.ts";
import type { PlayableTrack, PlayQueue } from "../playback.ts";

const ListQueueContext = createContext<(() => PlayQueue) | null>(null);

/** Every play button within plays its track with `queue` around it, as the queue is when it is pressed. */
export function ListQueue({ queue, children }: { queue: PlayQueue; children: ReactNode }) {
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  }, [queue]);
  // The same function for good: a longer list renders no row anew.
  const [read] = useState(() => () => latest.current);
  return <ListQueueContext value={read}>{children}</ListQueueContext>;
}

/** Reads the queue of the list around; null outside of any. */
export function useListQueue(): (() => PlayQueue) | null {
  return useContext(ListQueueContext);
}

/** What makes a list of tracks a queue. */
export interface QueueOfList {
  /** As in `PlayQueue`. */
  name: string;
  /** The call that answers with the list's tracks, without a cursor; null where there is none. */
  call: string | null;
  /** As in `PlayQueue`; false unless told. */
  isPlaylist?: boolean;
  /** The page that the queue is known by, where several addresses show the list; the list's own unless told. */
  path?: string;
}

/** The queue of a list on the page `path`. `next` is the cursor of what follows `tracks`, null after the last. */
export function queueOfList(
  { name, call, isPlaylist = false, path }: QueueOfList,
  list: { path: string; tracks: readonly PlayableTrack[]; next: string | null },
): PlayQueue {
  const { tracks, next } = list;
  const following = call !== null && next !== null ? withCursor(call, next) : null;
  return { name, path: path ?? list.path, tracks, isPlaylist, next: following };
}
