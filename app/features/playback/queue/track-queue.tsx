import { type ReactNode, useCallback } from "react";
import { usePlayer } from "../hooks/use-player.tsx";
import type { PlayQueue } from "../playback.ts";
import { ListQueueContext } from "./list-queue.tsx";

/** Controls inside play their track in the current queue if that has it, so that a list continues; else in `queue`. */
export function TrackQueue(props: { track: { id: number }; queue: PlayQueue; children: ReactNode }) {
  const { track, queue, children } = props;
  const player = usePlayer();
  const read = useCallback(() => {
    const { queue: current } = player.getPlayback();
    return current?.tracks.some(({ id }) => id === track.id) ? current : queue;
  }, [player, track.id, queue]);
  return <ListQueueContext value={read}>{children}</ListQueueContext>;
}
