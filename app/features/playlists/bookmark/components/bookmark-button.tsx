import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { type BookmarkableTrack, useIsBookmarked } from "../use-bookmark.ts";

const looks = {
  row: "grid size-11 shrink-0 place-items-center rounded-full text-[20px] hover:bg-sunken",
  pill: "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-bold hover:bg-sunken",
} as const;

interface BookmarkButtonProps {
  track: BookmarkableTrack;
  /** `row` shows only the icon; without a look, `className` styles it. */
  look?: keyof typeof looks;
  className?: string;
}

/**
 * Link to the page that adds a track to playlists or removes it. With JavaScript a click opens a sheet instead, or the
 * login prompt for a visitor.
 */
export function BookmarkButton({ track, look, className }: BookmarkButtonProps) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const promptLogin = useLoginPrompt();
  const openSheet = useOpenSheet();
  const isOn = useIsBookmarked(track);
  const state = isOn ? "追加済み" : "追加";
  const to = `/track/${track.id}/playlists?${new URLSearchParams({ redirect: pathname + search })}`;
  const handleClick = (event: MouseEvent) => {
    // Pending and denied accounts follow the link: the server answers with a page that explains.
    if (!isPlainClick(event) || (root?.user && !root.isMember)) return;
    event.preventDefault();
    // Without root data the viewer is unknown, and the sheet says what is missing.
    if (root && !root.user) promptLogin(to);
    else openSheet("playlists", track);
  };
  return (
    <Link
      to={to}
      onClick={handleClick}
      title="プレイリストに追加"
      aria-label={`「${track.title}」をプレイリストに${state}`}
      className={classNames(
        look && looks[look],
        isOn ? "border-accent text-accent" : "border-line-strong/60",
        !isOn && look === "row" && "text-muted",
        className,
      )}
    >
      <Icon name={isOn ? "bookmark-filled" : "bookmark"} />
      {look !== "row" && state}
    </Link>
  );
}
