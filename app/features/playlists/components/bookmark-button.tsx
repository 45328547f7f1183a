import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { useSheets } from "#app/features/playback/sheets.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { type BookmarkableTrack, useIsBookmarked } from "../bookmark-switch.ts";

const looks = {
  row: "grid size-11 shrink-0 place-items-center rounded-full text-[20px] hover:bg-sunken",
  pill: "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-bold hover:bg-sunken",
} as const;

interface BookmarkButtonProps {
  track: BookmarkableTrack;
  /** `row` is the sign alone; without one it looks as `className` says. */
  look?: keyof typeof looks;
  className?: string;
}

/**
 * Leads to the member's playlists, to put a track into them or take it out (spec 2 §2). A page of its own; with
 * JavaScript a sheet over this one, and for a visitor the login prompt.
 */
export function BookmarkButton({ track, look, className }: BookmarkButtonProps) {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const promptLogin = useLoginPrompt();
  const openSheet = useSheets();
  const isOn = useIsBookmarked(track);
  const state = isOn ? "追加済み" : "追加";
  const to = `/track/${track.id}/playlists?${new URLSearchParams({ redirect: pathname + search })}`;
  const press = (event: MouseEvent) => {
    // An account that waits or was denied: the server says so, on a page of its own.
    if (!isPlainClick(event) || (root?.user && !root.isMember)) return;
    event.preventDefault();
    if (root?.user) openSheet("playlists", track);
    else promptLogin(to);
  };
  return (
    <Link
      to={to}
      onClick={press}
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
