import { createToggleStores, useFetchedToggle, useToggleState } from "#app/ui/use-toggle.ts";

export interface BookmarkableTrack {
  id: number;
  title: string;
  /** As loaded; undefined where the loader does not provide it. */
  isBookmarked?: boolean | undefined;
}

/** Whether a track is in a playlist of the member: one toggle per track, shared by all components. */
export const bookmarkStore = createToggleStores();

/** The current bookmark state of a track. */
export function useIsBookmarked(track: BookmarkableTrack): boolean {
  const { id, isBookmarked } = track;
  return useToggleState(() => bookmarkStore(id), {
    given: { isOn: isBookmarked ?? false, count: 0 },
    source: isBookmarked === undefined ? null : track,
  }).isOn;
}

/** Fetches the bookmark state of a track whose loader does not provide it. */
export function useFetchedBookmark({ id, isBookmarked }: BookmarkableTrack, isMember: boolean): void {
  useFetchedToggle({
    call: isMember && isBookmarked === undefined ? `/api/tracks/${id}/playlists` : null,
    shared: () => bookmarkStore(id),
    read: ({ isBookmarked }) => isBookmarked,
  });
}
