import { createSwitches } from "#app/ui/shared-switch.ts";
import { useAskedSwitch } from "#app/ui/use-asked-switch.ts";
import { useSwitch } from "#app/ui/use-optimistic-switch.ts";

export interface BookmarkableTrack {
  id: number;
  title: string;
  /** As the loader gave it; undefined where it did not speak of it. */
  isBookmarked?: boolean | undefined;
}

/** Whether a track is in a playlist of the member's, shared by everything on the page that shows it. */
export const bookmarkSwitch = createSwitches();

export function useIsBookmarked(track: BookmarkableTrack): boolean {
  const { id, isBookmarked } = track;
  return useSwitch(() => bookmarkSwitch(id), {
    given: { isOn: isBookmarked ?? false, count: 0 },
    source: isBookmarked === undefined ? null : track,
  }).isOn;
}

/** Asks the server for a track that no loader spoke of. */
export function useAskedBookmark({ id, isBookmarked }: BookmarkableTrack, isMember: boolean): void {
  useAskedSwitch({
    call: isMember && isBookmarked === undefined ? `/api/tracks/${id}/playlists` : null,
    shared: () => bookmarkSwitch(id),
    read: ({ isBookmarked }) => isBookmarked,
  });
}
