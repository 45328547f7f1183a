import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from "react";
import { readCachedEntitlements } from "#app/features/premium/hooks/premium-cache.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { initialPlayback, type Playback, type Player } from "../playback.ts";

const preloadDelayMs = 2000;

const PlayerContext = createContext<Player | null>(null);

/**
 * Provides the document's player. Create it outside all components: for an error page the router mounts the whole page anew,
 * and the sound must outlive that.
 */
export function PlayerProvider({ player, children }: { player: Player; children: ReactNode }) {
  const entitlements = useRootData()?.entitlements;
  useEffect(() => {
    const allowed = entitlements ?? readCachedEntitlements();
    if (allowed) player.setEntitlements(allowed);
  }, [player, entitlements]);
  useEffect(() => {
    const { earlyPlay } = window;
    // A click came before: the audio backend continues its sound.
    if (earlyPlay?.audio) player.preload();
    else if (earlyPlay) removeEventListener("click", earlyPlay, true);
    const timer = setTimeout(() => player.preload(), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [player]);
  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** The player, to control it. Throws outside `PlayerProvider`. */
export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error("usePlayer needs a PlayerProvider above it");
  return player;
}

/** What `select` returns of the playback. Renders when that changes. */
export function usePlayback<T extends string | number | boolean | null | object>(
  select: (playback: Playback) => T,
): T {
  const player = usePlayer();
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getPlayback()),
    () => select(initialPlayback),
  );
}

/** What `select` returns of one track's playback; null while another is current. A change calls only the rows concerned. */
export function useTrackPlayback<T extends string | number | boolean | null>(
  trackId: number,
  select: (playback: Playback | null) => T,
): T {
  const player = usePlayer();
  return useSyncExternalStore(
    useSubscription(player, trackId),
    () => {
      const playback = player.getPlayback();
      return select(playback.track?.id === trackId ? playback : null);
    },
    () => select(null),
  );
}

/** Stable per track: with a new function React would subscribe again at each render. */
function useSubscription(player: Player, trackId: number | undefined) {
  return useCallback((listener: () => void) => player.subscribe(listener, trackId), [player, trackId]);
}

/**
 * What `select` returns for the position in seconds: of the track `trackId` (0 while another is current), or of any current
 * one. Renders at each change, so round coarsely.
 */
export function usePosition(select: (position: number) => number, trackId?: number): number {
  const player = usePlayer();
  return useSyncExternalStore(
    useSubscription(player, trackId),
    () => {
      const isCurrent = trackId === undefined || player.getPlayback().track?.id === trackId;
      return select(isCurrent ? player.getPosition() : 0);
    },
    () => select(0),
  );
}

/** Whether a track has been played, here or on another visit; home's first track is only selected. */
export function useHasPlayed(): boolean {
  return usePlayback(({ track, status }) => track !== null && status !== "idle");
}
