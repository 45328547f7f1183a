import { type ComponentType, createContext, useContext } from "react";
import type { PlayableTrack } from "./playback.ts";

/** What other features add to the rows of lists and to the player, which leave out what is missing. */
interface TrackSlots {
  BookmarkButton?: ComponentType<{ track: PlayableTrack; variant: "row" }>;
  LikeCount?: ComponentType<{ track: PlayableTrack }>;
  PlayerBookmarkButton?: ComponentType<{ track: PlayableTrack; className: string }>;
}

/** Filled once, around all screens (`app/features/shell/components/providers.tsx`): tracks know neither playlists nor likes. */
export const TrackSlotsContext = createContext<TrackSlots>({});

export const useTrackSlots = (): TrackSlots => useContext(TrackSlotsContext);
