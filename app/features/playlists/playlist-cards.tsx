import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import type { ListedPlaylist } from "./listed-playlist.ts";

/** Categories shown on a card (spec 2 §9). */
const shownCategories = 2;

/** Playlists to choose from. `from` is where the visit comes from, for the playlist's way back (spec 2 §2). */
export function PlaylistCards(props: {
  playlists: readonly ListedPlaylist[];
  label: string;
  from?: "profile";
  /** Below each, what its owner can do with it. */
  actions?: (playlist: ListedPlaylist) => ReactNode;
}) {
  const { playlists, label, from, actions } = props;
  return (
    <ul aria-label={label} className="space-y-3">
      {playlists.map((playlist) => (
        <li
          key={playlist.id}
          className="relative space-y-2 rounded-card border border-line bg-surface p-4 transition-[background-color] hover:bg-sunken"
        >
          <Link
            to={`/playlists/${playlist.id}${from ? `?from=${from}` : ""}`}
            className="block font-bold break-words after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {playlist.name}
          </Link>
          <Categories playlist={playlist} />
          {playlist.description && <p className="line-clamp-2 text-sm text-muted">{playlist.description}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <Badge icon={playlist.isPublic ? "eye" : "lock"}>{playlist.isPublic ? "公開" : "非公開"}</Badge>
            <span className="tabular-nums">{playlist.itemCount}件</span>
            <span>{playlist.date}</span>
            {playlist.ownerName && <span className="min-w-0 truncate">{playlist.ownerName}</span>}
          </div>
          {actions && (
            // Beside the buttons the card's own link goes on.
            <div className="flex flex-wrap gap-2 pt-1 *:relative *:z-10">{actions(playlist)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Each leads to its category; they lie above the card's own link. */
function Categories({ playlist: { categories } }: { playlist: ListedPlaylist }) {
  const more = categories.length - shownCategories;
  return (
    <ul aria-label="カテゴリー" className="-my-2 flex flex-wrap items-center gap-x-2">
      {categories.slice(0, shownCategories).map((name) => (
        <li key={name} className="relative z-10">
          <Link
            to={`/search?${new URLSearchParams({ category: name })}`}
            className="inline-flex min-h-11 min-w-11 items-center rounded-full text-xs text-muted hover:text-ink"
          >
            {/* Drawn smaller than what can be pressed. */}
            <span className="inline-flex min-h-7 items-center rounded-full border border-line bg-sunken px-3">
              {name}
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className="text-xs text-muted">+{more}</li>}
    </ul>
  );
}
