import type { MouseEvent } from "react";
import { useLocation } from "react-router";
import { useForMembers } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import type { PlayableTrack } from "#app/features/playback/playback.ts";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { iconBeforeClass } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { createToggleStores, useFetchedToggle, useToggleState } from "#app/ui/use-toggle.ts";

interface BookmarkButtonProps {
  track: BookmarkableTrack;
  variant?: "entry";
  className?: string;
}

/** Link to the page that adds a track to playlists. With JavaScript a click opens a sheet, or a visitor's login prompt. */
export function BookmarkButton({ track, variant, className }: BookmarkButtonProps) {
  const { pathname, search } = useLocation();
  const forMembers = useForMembers();
  const openSheet = useOpenSheet();
  const isOn = useIsBookmarked(track);
  const state = isOn ? "追加済み" : "追加";
  const to = `/track/${track.id}/playlists?redirect=${encodeURIComponent(pathname + search)}`;
  const handleClick = (event: MouseEvent) => {
    if (isPlainClick(event)) forMembers(event, { act: () => openSheet("playlists", track), returnPath: to });
  };
  return (
    <PlainLink
      to={to}
      onClick={handleClick}
      title={variant === "entry" ? undefined : "プレイリストに追加"}
      aria-label={`「${track.title}」をプレイリストに${state}`}
      className={
        variant === "entry"
          ? classNames(
              "menu-entry",
              isOn && "text-accent",
              iconBeforeClass(isOn ? "bookmark-filled" : "bookmark"),
            )
          : classNames(isOn && "text-accent", className)
      }
    >
      {variant === "entry" ? `プレイリストに${state}` : state}
    </PlainLink>
  );
}

interface BookmarkableTrack {
  id: number;
  title: string;
  isBookmarked?: boolean | undefined;
}

/** Whether a track is in a playlist of the member. Shared by all components. */
export const bookmarkStore = createToggleStores();

/** The current bookmark state of a track. */
function useIsBookmarked(track: BookmarkableTrack): boolean {
  const { id, isBookmarked } = track;
  return useToggleState(() => bookmarkStore(id), {
    given: { isOn: isBookmarked ?? false, count: 0 },
    source: isBookmarked === undefined ? null : track,
  }).isOn;
}

/** Fetches the state that a loader does not provide. */
export function useFetchedBookmark({ id, isBookmarked }: BookmarkableTrack, isMember: boolean): void {
  useFetchedToggle({
    call: isMember && isBookmarked === undefined ? `/api/tracks/${id}/playlists` : null,
    shared: () => bookmarkStore(id),
    read: ({ isBookmarked }) => isBookmarked,
  });
}

/** The player's bookmark button. Fetches the state if needed. */
export function PlayerBookmarkButton({ track, className }: { track: PlayableTrack; className: string }) {
  useFetchedBookmark(track, useRootData()?.isMember ?? false);
  return <BookmarkButton track={track} className={className} />;
}
