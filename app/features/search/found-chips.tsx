import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import type { PersonListItem } from "#app/features/people/person.ts";
import { PlaylistCover } from "#app/features/playlists/cover/playlist-cover.tsx";
import type { PlaylistListItem } from "#app/features/playlists/playlist-view.ts";

/** The first members that a search has found. */
export function PeopleChips({ people, allPath }: { people: readonly PersonListItem[]; allPath?: string }) {
  return (
    <Chips title="人" allPath={allPath}>
      {people.map((person) => (
        <Chip
          key={person.id}
          to={person.path}
          name={person.name}
          fact={person.customUserId && `@${person.customUserId}`}
        >
          <Avatar name={person.name} picture={person.picture} className="size-10" />
        </Chip>
      ))}
    </Chips>
  );
}

/** The first playlists that a search has found. */
export function PlaylistChips(props: { playlists: readonly PlaylistListItem[]; allPath?: string }) {
  return (
    <Chips title="プレイリスト" allPath={props.allPath}>
      {props.playlists.map(({ id, name, itemCount, coverTracks, categories }) => (
        <Chip key={id} to={`/playlists/${id}`} name={name} fact={`${itemCount}件`}>
          <PlaylistCover tracks={coverTracks} category={categories[0]} className="size-10" />
        </Chip>
      ))}
    </Chips>
  );
}

function Chips({
  title,
  allPath,
  children,
}: {
  title: string;
  allPath: string | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="pt-4">
      <h2 className="text-sm text-muted">{title}</h2>
      {/* Else the hidden words at its end would widen the page. */}
      <ul className="relative -mx-4 flex gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] rail:-mx-6 rail:px-6 rail:[scrollbar-width:thin]">
        {children}
        {allPath && (
          <li className="shrink-0">
            <Link
              to={allPath}
              className="flex min-h-14 items-center px-3 text-sm whitespace-nowrap underline"
            >
              すべて見る
              <span className="sr-only">: {title}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function Chip(props: { to: string; name: string; fact: string | null; children: ReactNode }) {
  return (
    <li className="shrink-0">
      <Link
        to={props.to}
        className="flex min-h-14 max-w-64 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2 hover:bg-sunken"
      >
        {props.children}
        <span className="min-w-0 leading-snug">
          <span className="block truncate text-sm font-bold">{props.name}</span>
          {props.fact && <span className="block truncate text-xs text-muted tabular-nums">{props.fact}</span>}
        </span>
      </Link>
    </li>
  );
}
