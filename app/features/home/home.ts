import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";

/** A short list of home, which plays from its first track to its last. */
export interface HomePart extends PlayQueue {
  /** What the list is called aloud. */
  label: string;
  tracks: readonly TrackListItem[];
}

/** 今日の無限, as home offers it: a queue of its first track, of which the rest is fetched when it plays. */
export interface HomeMix {
  queue: PlayQueue;
  track: PlayableTrack;
  /** Where the first track begins, in seconds. */
  from: number;
  /** 「あなたに選んだ18分」. */
  note: string;
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
