import { usePlayback } from "./use-player.tsx";

/** Whether there is a track that somebody has begun to play: home's first one is only shown. */
export function useHasPlayed(): boolean {
  return usePlayback(({ track, status }) => track !== null && status !== "idle");
}
