import type { PlayableTrack } from "#app/features/playback/playback.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";

/** A short list of home, which plays from its first track to its last. */
export interface HomePart {
  title: string;
  /** The page with more of it; identifies the list as a queue. */
  path: string;
  tracks: TrackListItem[];
}

/** The track on the stage. */
export interface HomeStage {
  track: TrackListItem & Pick<PlayableTrack, "turns">;
  isLiked: boolean;
  /** The address names it. */
  isRequested: boolean;
  /** 「つづき」 or 「今夜の一本」; absent for one that the address names. */
  title?: string;
}
