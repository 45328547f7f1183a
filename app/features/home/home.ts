import type { PlayableTrack, PlayQueue } from "#app/features/playback/playback.ts";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";

export interface HomePart extends PlayQueue {
  label: string;
  tracks: readonly TrackListItem[];
}

export interface HomeStage {
  track: TrackListItem & Pick<PlayableTrack, "turns">;
  isLiked: boolean;
  isRequested: boolean;
  title?: string;
}
