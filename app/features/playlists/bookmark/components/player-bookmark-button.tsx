import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { useFetchedBookmark } from "../use-bookmark.ts";
import { BookmarkButton } from "./bookmark-button.tsx";

/** The player's bookmark button; fetches the state of tracks that were loaded without it. */
export function PlayerBookmarkButton({ track, className }: { track: PlayableTrack; className: string }) {
  useFetchedBookmark(track, useRootData()?.isMember ?? false);
  return <BookmarkButton track={track} className={className} />;
}
