import { type ComponentType, createContext, useContext } from "react";
import type { TrackListItem } from "../track-list-item.ts";

/** What other features add to every row of a list. Rows leave out what is missing. */
export interface TrackRowSlots {
  BookmarkButton?: ComponentType<{ track: TrackListItem; look: "row" }>;
  LikeCount?: ComponentType<{ track: TrackListItem }>;
}

/** Filled once, around all screens (`app/root.tsx`): tracks know neither playlists nor likes. */
export const TrackRowSlotsContext = createContext<TrackRowSlots>({});

/** The components that rows add. */
export const useTrackRowSlots = (): TrackRowSlots => useContext(TrackRowSlotsContext);
