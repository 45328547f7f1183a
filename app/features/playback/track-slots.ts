import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { PlayableTrack } from "./playback.ts";

interface MenuTrack {
  track: PlayableTrack;
  isLiked?: boolean | undefined;
}

export interface TrackMenuProps extends MenuTrack {
  open: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** What other features add to rows and the player; a missing one is left out. */
interface TrackSlots {
  LikeCount?: ComponentType<{ track: PlayableTrack }>;
  TrackMenuLinks?: ComponentType<MenuTrack>;
  loadTrackMenu?: () => Promise<ComponentType<TrackMenuProps>>;
  PlayerBookmarkButton?: ComponentType<{ track: PlayableTrack; className: string }>;
}

/**
 * Filled once, around all screens (`app/features/shell/components/context-providers.tsx`): tracks must not import playlists or likes.
 */
export const TrackSlotsContext = createContext<TrackSlots>({});

export const useTrackSlots = (): TrackSlots => useContext(TrackSlotsContext);
