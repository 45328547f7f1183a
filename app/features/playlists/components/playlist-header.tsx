import { Link } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import { DownloadAllButton } from "#app/features/offline/components/download-all-button.tsx";
import { FollowButton, useFollow } from "#app/features/people/components/follow-button.tsx";
import type { Relation } from "#app/features/people/components/person-header.tsx";
import { formatCount } from "#app/lib/format-count.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ShareButton } from "#app/ui/share/share-button.tsx";
import { PlaylistCover } from "../cover/playlist-cover.tsx";
import { PlaylistActions } from "../edit/components/playlist-actions.tsx";
import { playlistPath } from "../playlist.ts";
import type { PlaylistView } from "../playlist-view.ts";
import { PlayListButton } from "./play-list-button.tsx";

const maxLargeNameLength = 24;

interface PlaylistHeaderProps {
  playlist: PlaylistView;
  relation: Relation;
  address: string;
  coverTracks: readonly CoverTrack[];
}

/** Cover, name, owner, counts and actions of a playlist's page. */
export function PlaylistHeader({ playlist, relation, address, coverTracks }: PlaylistHeaderProps) {
  const { name, description, categories, isPublic, itemCount, viewCount, owner } = playlist;
  const follow = useFollow({
    followed: playlist,
    isFollowing: relation === "following",
    call: (follow) => ({
      method: "POST",
      path: `/api/playlists/${playlist.id}/${follow ? "follow" : "unfollow"}`,
      json: {},
    }),
    doneTitle: (follow) => (follow ? "プレイリストをフォローしました" : "フォローを解除しました"),
    failure: () => ({ title: "操作に失敗しました", description: "フォロー操作に失敗しました" }),
  });
  return (
    <header className="space-y-3 pb-4 max-rail:text-center">
      <div className="flex flex-col items-center gap-4 rail:flex-row rail:gap-6">
        <PlaylistCover
          tracks={coverTracks}
          category={categories[0]}
          className="w-[min(44%,9.5rem)] shadow-floating rail:w-44"
        />
        <div className="w-full min-w-0 space-y-1">
          <h1
            className={classNames(
              "text-lg text-balance",
              name.length <= maxLargeNameLength && "rail:text-xl",
            )}
          >
            {name}
          </h1>
          <Owner owner={owner} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums max-rail:justify-center">
            <Badge icon={isPublic ? "eye" : "lock"}>{isPublic ? "公開" : "非公開"}</Badge>
            <span>{`${itemCount}件`}</span>
            <span>{`閲覧 ${formatCount(viewCount)}回`}</span>
            <span>{`フォロワー ${formatCount(follow.followerCount)}人`}</span>
          </p>
        </div>
      </div>
      {description && <p className="text-sm whitespace-pre-line text-pretty">{description}</p>}
      <Categories names={categories} />
      <div className="flex flex-wrap items-center gap-2 max-rail:justify-center">
        {itemCount > 0 && <PlayListButton name={name} path={playlistPath(playlist)} />}
        {relation !== "self" && isPublic && <FollowButton quiet follow={follow} />}
        {itemCount > 0 && <DownloadAllButton />}
        {isPublic && <ShareButton url={address} title={name} iconOnly onlyCopies />}
        {relation === "self" && <PlaylistActions playlist={playlist} />}
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

function Owner({ owner }: { owner: PlaylistView["owner"] }) {
  return (
    <p className="text-sm">
      <Link
        to={owner.path}
        className="-mx-2 inline-flex min-h-11 max-w-full items-center gap-2 rounded-full px-2 hover:underline"
      >
        <Avatar name={owner.name} picture={owner.picture} width={28} className="size-7" />
        <span className="flex min-w-0 flex-wrap gap-x-2">
          <span className="min-w-0 truncate font-bold">{owner.name}</span>
          {owner.customUserId && (
            <span className="min-w-0 truncate text-muted">{`@${owner.customUserId}`}</span>
          )}
        </span>
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
            {/* Smaller than its tap target. */}
            <span className="inline-flex min-h-8 items-center rounded-full bg-sunken px-3.5 group-hover:bg-line">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
