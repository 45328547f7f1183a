import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { recallPremium, rememberPremium } from "#app/features/premium/remembered-premium.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { type Playback, type Player, silence } from "../playback.ts";
import { createPlayer } from "../player.ts";

/** Milliseconds after which a page has come to rest: the sound library comes then, before a press asks for it. */
const restMs = 2000;

const PlayerContext = createContext<Player | null>(null);

/** Holds the page's one player; above everything that changes with the address, so that sound goes on. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(createPlayer);
  const entitlements = useRootData()?.entitlements;
  useEffect(() => {
    if (entitlements) rememberPremium(entitlements);
    const known = entitlements ?? recallPremium();
    if (known) player.allow(known);
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
 * What `select` takes from the playback of one track, null while another one is current. Of a thousand rows only those
 * two are asked that a change concerns.
 */
export function usePlaybackOf<T extends string | number | boolean | null>(
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

/** The same function for the same track, or React would subscribe anew with each picture. */
function useSubscription(player: Player, trackId: number | undefined) {
  return useCallback((listener: () => void) => player.subscribe(listener, trackId), [player, trackId]);
}

/**
 * What `select` makes of the position in seconds, for the track `trackId` (0 while another one is current) or for
 * whichever is current. Renders again when the result changes, so round as coarsely as the eye allows.
 */
export function usePosition(select: (position: number) => number, trackId?: number): number {
  const player = usePlayer();
  return useSyncExternalStore(
    useSubscription(player, trackId),
    () => {
      const isAsked = trackId === undefined || player.getPlayback().track?.id === trackId;
      return select(isAsked ? player.getPosition() : 0);
    },
    () => select(0),
  );
}
