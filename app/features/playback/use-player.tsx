import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useRootData } from "../shell/use-root-data.ts";
import { type Playback, type Player, silence } from "./playback.ts";
import { createPlayer } from "./player.ts";

/** Milliseconds after which a page has come to rest: the sound library comes then, before a press asks for it. */
const restMs = 2000;

const PlayerContext = createContext<Player | null>(null);

/** Holds the page's one player; above everything that changes with the address, so that sound goes on. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(createPlayer);
  const entitlements = useRootData()?.entitlements;
  useEffect(() => {
    if (entitlements) player.allow(entitlements);
  }, [player, entitlements]);
  useEffect(() => {
    const timer = setTimeout(() => player.prepare(), restMs);
    return () => clearTimeout(timer);
  }, [player]);
  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** The player itself, to act on. Throws outside `PlayerProvider`. */
export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error("usePlayer needs a PlayerProvider above it");
  return player;
}

/** What `select` takes from the playback; renders again when that changes. */
export function usePlayback<T extends string | number | boolean | null | object>(
  select: (playback: Playback) => T,
): T {
  const player = usePlayer();
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getPlayback()),
    () => select(silence),
  );
}

/**
 * What `select` makes of the position in seconds, for the track `trackId` (0 while another one is current) or for
 * whichever is current. Renders again when the result changes, so round as coarsely as the eye allows.
 */
export function usePosition(select: (position: number) => number, trackId?: number): number {
  const player = usePlayer();
  return useSyncExternalStore(
    player.subscribe,
    () => {
      const isAsked = trackId === undefined || player.getPlayback().track?.id === trackId;
      return select(isAsked ? player.getPosition() : 0);
    },
    () => select(0),
  );
}
