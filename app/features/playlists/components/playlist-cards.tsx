import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { PlaylistCover } from "../cover/playlist-cover.tsx";
import type { PlaylistListItem } from "../playlist-view.ts";

const shownCategories = 2;

/** Playlists as cards. `from` decides the back link of the playlist's page. */
export function PlaylistCards(props: {
  playlists: readonly PlaylistListItem[];
  label: string;
  from?: "profile";
  actions?: (playlist: PlaylistListItem) => ReactNode;
}) {
  const { playlists, label, from, actions } = props;
  return (
    <ul aria-label={label} className="space-y-3">
      {playlists.map((playlist) => (
        <li
          key={playlist.id}
          className="relative rounded-card border border-line bg-surface transition-[background-color] hover:bg-sunken"
        >
          <div className="flex gap-4 p-4">
            <PlaylistCover
              tracks={playlist.coverTracks}
              category={playlist.categories[0]}
              className="size-16 rail:size-20"
            />
            <div className="min-w-0 flex-1 space-y-2">
              <Link
                to={`/playlists/${playlist.id}${from ? `?from=${from}` : ""}`}
                className="block font-bold text-pretty wrap-anywhere after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
              >
                {playlist.name}
              </Link>
              <Categories playlist={playlist} />
              {playlist.description && (
                <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{playlist.description}</p>
              )}
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
                <Badge icon={playlist.isPublic ? "eye" : "lock"}>
                  {playlist.isPublic ? "公開" : "非公開"}
                </Badge>
                <span className="tabular-nums">{playlist.itemCount}件</span>
                <span>{playlist.date}</span>
                {playlist.ownerName && <span className="max-w-full truncate">{playlist.ownerName}</span>}
              </div>
            </div>
          </div>
          {actions && (
            <div className="relative z-10 flex flex-wrap justify-end gap-2 px-4 pb-4">
              {actions(playlist)}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Categories({ playlist: { categories } }: { playlist: PlaylistListItem }) {
  const more = categories.length - shownCategories;
  return (
    <ul aria-label="カテゴリー" className="-mt-2 mb-0 flex flex-wrap items-center gap-x-2">
      {categories.slice(0, shownCategories).map((name) => (
        <li key={name} className="relative z-10 min-w-0 max-w-full">
          <Link
            to={`/search?${new URLSearchParams({ category: name })}`}
            className="inline-flex min-h-11 max-w-full min-w-11 items-center rounded-full text-xs text-muted hover:text-ink"
          >
            {/* Smaller than its tap target. */}
            <span className="truncate rounded-full border border-line bg-sunken px-3 leading-[26px]">
              {name}
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className="text-xs text-muted">+{more}</li>}
    </ul>
  );
}
