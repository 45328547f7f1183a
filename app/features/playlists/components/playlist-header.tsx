import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { KeepList } from "#app/features/offline/components/keep-list.tsx";
import { FollowForm } from "#app/features/people/components/follow-form.tsx";
import type { Relation } from "#app/features/people/components/person-header.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { compactCount } from "#app/lib/compact-count.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ShareButton } from "#app/ui/share-button.tsx";
import { useFollowPlaylist } from "../hooks/use-follow-playlist.ts";
import type { ShownPlaylist } from "../shown-playlist.ts";
import type { WovenTrack } from "../weave.ts";
import { PlayPlaylist } from "./play-playlist.tsx";
import { PlaylistActions } from "./playlist-actions.tsx";
import { PlaylistCover } from "./playlist-cover.tsx";

/** A name longer than this is set smaller. */
const longName = 24;

interface PlaylistHeaderProps {
  playlist: ShownPlaylist;
  relation: Relation;
  /** The address that people are given of it, whole. */
  address: string;
  /** What its cover is woven of. */
  woven: readonly WovenTrack[];
}

/** What a playlist is, whose, and what can be done with it. */
export function PlaylistHeader({ playlist, relation, address, woven }: PlaylistHeaderProps) {
  const { name, description, categories, isPublic, itemCount, viewCount, owner } = playlist;
  const follow = useFollowPlaylist(playlist, relation === "following");
  return (
    <header className="space-y-3 pb-4 max-rail:text-center">
      <div className="flex flex-col items-center gap-4 rail:flex-row rail:gap-6">
        <PlaylistCover
          tracks={woven}
          category={categories[0]}
          className="w-[min(44%,9.5rem)] shadow-floating rail:w-44"
        />
        <div className="w-full min-w-0 space-y-1">
          <h1 className={classNames("text-lg text-balance", name.length <= longName && "rail:text-xl")}>
            {name}
          </h1>
          <Owner owner={owner} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums max-rail:justify-center">
            <Badge icon={isPublic ? "eye" : "lock"}>{isPublic ? "公開" : "非公開"}</Badge>
            <span>{`${itemCount}件`}</span>
            <span>{`閲覧 ${compactCount(viewCount)}回`}</span>
            <span>{`フォロワー ${compactCount(follow.followerCount)}人`}</span>
          </p>
        </div>
      </div>
      {description && <p className="text-sm whitespace-pre-line text-pretty">{description}</p>}
      <Categories names={categories} />
      <div className="flex flex-wrap items-center gap-2 max-rail:justify-center">
        {itemCount > 0 && <PlayPlaylist playlist={playlist} />}
        <Actions playlist={playlist} relation={relation}>
          <Follow isFollowing={follow.isFollowing} toggle={follow.toggle} />
        </Actions>
        {itemCount > 0 && <KeepList />}
        {isPublic && <ShareButton url={address} title={name} iconOnly />}
      </div>
      {isPublic && (
        <input
          readOnly
          value={address}
          aria-label="このプレイリストのアドレス"
          className="hidden min-h-12 w-full rounded-card border border-line bg-sunken px-4 text-sm text-ink unscripted:block"
        />
      )}
    </header>
  );
}

function Owner({ owner }: { owner: ShownPlaylist["owner"] }) {
  return (
    <p className="text-sm">
      <Link
        to={owner.path}
        className="-mx-2 inline-flex min-h-11 max-w-full items-center gap-2 rounded-full px-2 hover:underline"
      >
        <Avatar name={owner.name} picture={owner.picture} width={28} className="size-7" />
        <span className="min-w-0 truncate font-bold">{owner.name}</span>
        {owner.customUserId && (
          <span className="min-w-0 truncate text-muted">{`@${owner.customUserId}`}</span>
        )}
      </Link>
    </p>
  );
}

function Categories({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="カテゴリー" className="-mt-1 mb-2 flex flex-wrap gap-x-2 max-rail:justify-center">
      {names.map((name) => (
        <li key={name}>
          <Link
            to={`/search?${new URLSearchParams({ category: name })}`}
            className="group inline-flex min-h-11 min-w-11 items-center text-xs text-muted hover:text-ink"
          >
            {/* Drawn smaller than what can be pressed. */}
            <span className="inline-flex min-h-8 items-center rounded-full bg-sunken px-3.5 group-hover:bg-line">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Following for others, where there is something to follow; changing it for its owner. */
function Actions(props: { playlist: ShownPlaylist; relation: Relation; children: ReactNode }) {
  const { playlist, relation, children } = props;
  if (relation !== "self") return playlist.isPublic ? children : null;
  return <PlaylistActions playlist={playlist} />;
}

function Follow({ isFollowing, toggle }: { isFollowing: boolean; toggle: () => void }) {
  const root = useRootData();
  const promptLogin = useLoginPrompt();
  return (
    <FollowForm
      quiet
      isFollowing={isFollowing}
      onSubmit={(event) => {
        // An account that waits or was denied: the server says so, on a page of its own.
        if (root?.user && !root.isMember) return;
        event.preventDefault();
        if (root?.user) toggle();
        else promptLogin();
      }}
    />
  );
}
