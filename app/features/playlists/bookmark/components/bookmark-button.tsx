import type { MouseEvent } from "react";
import { useLocation } from "react-router";
import { useForMembers } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, iconOnlyClass } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { type BookmarkableTrack, useIsBookmarked } from "../use-bookmark.ts";

const pill =
  "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-bold hover:bg-sunken";

interface BookmarkButtonProps {
  track: BookmarkableTrack;
  /** `row` shows only the icon; without a look, `className` styles it. */
  look?: "row" | "pill";
  className?: string;
}

/**
 * Link to the page that adds a track to playlists or removes it. With JavaScript a click opens a sheet instead, or the
 * login prompt for a visitor.
 */
export function BookmarkButton({ track, look, className }: BookmarkButtonProps) {
  const { pathname, search } = useLocation();
  const forMembers = useForMembers();
  const openSheet = useOpenSheet();
  const isOn = useIsBookmarked(track);
  const state = isOn ? "追加済み" : "追加";
  const to = `/track/${track.id}/playlists?redirect=${encodeURIComponent(pathname + search)}`;
  const icon = isOn ? "bookmark-filled" : "bookmark";
  const handleClick = (event: MouseEvent) => {
    if (isPlainClick(event)) forMembers(event, { act: () => openSheet("playlists", track), returnPath: to });
  };
  return (
    <PlainLink
      to={to}
      onClick={handleClick}
      title="プレイリストに追加"
      aria-label={`「${track.title}」をプレイリストに${state}`}
      className={
        look === "row"
          ? classNames("row-bookmark", isOn && "row-bookmark-on", iconOnlyClass(icon))
          : classNames(
              look === "pill" && pill,
              isOn ? "border-accent text-accent" : "border-line-strong/60",
              className,
            )
      }
    >
      {look !== "row" && (
        <>
          <Icon name={icon} />
          {state}
        </>
      )}
    </PlainLink>
  );
}
