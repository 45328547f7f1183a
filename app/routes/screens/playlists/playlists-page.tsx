import { replace } from "react-router";
import { LoginButton } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { withCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { OwnPlaylists } from "#app/features/playlists/edit/components/own-playlists.tsx";
import { createPlaylistPath } from "#app/features/playlists/playlist.ts";
import { toOwnedPlaylistListItem, toPlaylistListItem } from "#app/features/playlists/playlist-view.ts";
import { listFollowedPlaylists } from "#app/features/playlists/server/follow-playlist.server.ts";
import {
  countOwnPlaylists,
  listPlaylistsByUser,
  listPublicPlaylists,
} from "#app/features/playlists/server/list-playlists.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor, withCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/playlists-page";

const pageSize = 20;
const headingId = "chosen-tab";

const playlistTabs = [
  { name: "mine", label: "自分の", heading: "自分のプレイリスト" },
  { name: "following", label: "フォロー中", heading: "フォロー中のプレイリスト" },
  { name: "public", label: "みんなの", heading: "みんなのプレイリスト" },
] as const;

type PlaylistTab = (typeof playlistTabs)[number]["name"];

function parseTab(tab: string | null): PlaylistTab {
  return playlistTabs.find(({ name }) => name === tab)?.name ?? "mine";
}

const tabPath = (tab: PlaylistTab) => (tab === "mine" ? "/playlists" : `/playlists?tab=${tab}`);

export const meta: Route.MetaFunction = () => [{ title: documentTitle("プレイリスト") }];

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const someone = await getViewer(context);
  const viewer = someone && requireMember(someone);
  const { url } = context.get(requestContext);
  // Visitors only have the public tab.
  const tab = viewer ? parseTab(url.searchParams.get("tab")) : "public";
  const cursorParam = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(cursorParam) ? cursorParam : undefined;
  const content = await loadTab(tab, { viewer, cursor, limit: pageSize });
  const path = viewer ? tabPath(tab) : "/playlists";
  // A later page whose last playlist is gone: an entry of its own would lead Back here again.
  if (cursor && content.playlists.length === 0) throw replace(path);
  const count = viewer && tab === "mine" ? await countOwnPlaylists({ viewer }) : null;
  return {
    isMember: viewer !== null,
    tab,
    count,
    isFirst: cursor === undefined,
    path,
    more: content.next && withCursor(path, content.next),
    playlists: content.playlists,
  };
});

async function loadTab(
  tab: PlaylistTab,
  options: { viewer: Viewer | null; cursor: string | undefined; limit: number },
) {
  const { viewer } = options;
  if (tab === "mine" && viewer) {
    const { playlists, next } = await listPlaylistsByUser({ ...options, userId: viewer.id });
    return { playlists: await withCoverTracks(playlists.map(toPlaylistListItem)), next };
  }
  const { playlists, next } =
    tab === "following" && viewer
      ? await listFollowedPlaylists({ ...options, viewer })
      : await listPublicPlaylists(options);
  return { playlists: await withCoverTracks(playlists.map(toOwnedPlaylistListItem)), next };
}

export default function Playlists({ loaderData }: Route.ComponentProps) {
  const { isMember, tab, count, playlists, more, isFirst, path } = loaderData;
  const label = isMember
    ? (playlistTabs.find(({ name }) => name === tab)?.heading ?? "")
    : "新しい公開プレイリスト";
  return (
    <Page
      title="プレイリスト"
      back={{ to: "/", label: "ホーム" }}
      actions={
        isMember && (
          <ButtonLink to={createPlaylistPath} icon="plus" aria-label="プレイリストを新規作成">
            新規
          </ButtonLink>
        )
      }
    >
      {isMember ? (
        <LinkTabs
          label="プレイリストの種類"
          tabs={playlistTabs.map((one) => ({
            to: tabPath(one.name),
            label: one.label,
            isCurrent: one.name === tab,
          }))}
        />
      ) : (
        <Card className="space-y-4 text-center">
          <div className="space-y-1">
            <p className="font-bold">ログインが必要です</p>
            <p className="text-sm text-balance text-muted">
              自分のプレイリストを作ったり、フォローしたりできます。
            </p>
          </div>
          <div className="mx-auto max-w-90">
            <LoginButton returnPath="/playlists" />
          </div>
        </Card>
      )}
      <section aria-labelledby={headingId} className="pt-5">
        <div className="flex items-baseline justify-between gap-4 pb-3">
          <h2 id={headingId} tabIndex={-1} className={isMember ? "sr-only" : "text-lg"}>
            {label}
          </h2>
          {count && playlists.length > 0 && (
            <p className="ml-auto text-xs text-muted tabular-nums">
              作成したプレイリスト {count.count} / {count.limit}
            </p>
          )}
        </div>
        {playlists.length === 0 ? (
          <EmptyTab tab={tab} isMember={isMember} />
        ) : tab === "mine" ? (
          <OwnPlaylists playlists={playlists} label={label} headingId={headingId} />
        ) : (
          <PlaylistCards playlists={playlists} label={label} />
        )}
        {(more || !isFirst) && (
          <p className="flex flex-wrap justify-center gap-2 pt-5">
            {!isFirst && (
              <ButtonLink to={path} variant="plain">
                最初に戻る
              </ButtonLink>
            )}
            {more && (
              <ButtonLink to={more} variant="quiet">
                もっと見る
              </ButtonLink>
            )}
          </p>
        )}
      </section>
    </Page>
  );
}

function EmptyTab({ tab, isMember }: { tab: PlaylistTab; isMember: boolean }) {
  if (tab === "mine") {
    return (
      <EmptyState
        icon="bookmark"
        title="プレイリストがありません"
        action={
          <ButtonLink to={createPlaylistPath} icon="plus">
            プレイリストを作成
          </ButtonLink>
        }
      >
        「新規」から作成すると、聴きたい音声をまとめておけます。
      </EmptyState>
    );
  }
  if (tab === "following") {
    return (
      <EmptyState
        icon="heart"
        title="フォロー中のプレイリストがありません"
        action={
          <ButtonLink to={tabPath("public")} variant="quiet">
            みんなのプレイリストを見る
          </ButtonLink>
        }
      >
        気に入ったプレイリストをフォローすると、ここに並びます。
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="bookmark" title="公開プレイリストがまだありません" action={<FindTracksLink />}>
      {isMember && "「新規」から最初のプレイリストを作成できます。"}
    </EmptyState>
  );
}
