import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { PlayableTrack } from "./playback.ts";

/** A track in a list, as its menu needs it. */
interface MenuTrack {
  track: PlayableTrack;
  /** Where the list knows it. */
  isLiked?: boolean | undefined;
}

export interface TrackMenuProps extends MenuTrack {
  open: boolean;
  onClose: () => void;
  /** Entries that only the list has. */
  children?: ReactNode;
}

/** What other features add to the rows of lists and to the player, which leave out what is missing. */
interface TrackSlots {
  LikeCount?: ComponentType<{ track: PlayableTrack }>;
  /** Entries of a row's menu that work without JavaScript. */
  TrackMenuLinks?: ComponentType<MenuTrack>;
  /** Loads the menu of a row. */
  loadTrackMenu?: () => Promise<ComponentType<TrackMenuProps>>;
  PlayerBookmarkButton?: ComponentType<{ track: PlayableTrack; className: string }>;
}

/** Filled once, around all screens (`app/features/shell/components/providers.tsx`): tracks know neither playlists nor likes. */
export const TrackSlotsContext = createContext<TrackSlots>({});

export const useTrackSlots = (): TrackSlots => useContext(TrackSlotsContext);
