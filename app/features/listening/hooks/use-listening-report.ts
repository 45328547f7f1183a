import { useEffect } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { watchListening } from "../watch-listening.ts";

/** Reports what is listened to on this page, for as long as it is open. */
export function useListeningReport(isMember: boolean): void {
  const player = usePlayer();
  useEffect(() => watchListening(player, isMember), [player, isMember]);
}
