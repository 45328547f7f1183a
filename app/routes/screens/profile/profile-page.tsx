import { replace } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { FavoriteList } from "#app/features/likes/favorite-list.tsx";
import { listLikedTracks } from "#app/features/likes/server/find-likes.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { withCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { createPlaylistPath } from "#app/features/playlists/playlist.ts";
import { type PlaylistListItem, toPlaylistListItem } from "#app/features/playlists/playlist-view.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
import { ProfileHeader } from "#app/features/profile/components/profile-header.tsx";
import {
  type ProfileTab,
  profileTabPath,
  profileTabs,
  readProfileTab,
} from "#app/features/profile/profile.ts";
import { findOwnProfile } from "#app/features/profile/server/profile.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { withTakedowns } from "#app/features/tracks/moderation/find-takedowns.server.ts";
import { OwnTracks } from "#app/features/tracks/own-tracks.tsx";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { type TrackListPage, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { visibilityFormSchema } from "#app/features/tracks/tracks.schema.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { gridPageClass } from "#app/ui/page.tsx";
import type { Route } from "./+types/profile-page";

const pageSize = 20;
const headingId = "chosen-tab";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("マイページ") }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const { url, isDocument } = context.get(requestContext);
  const tab = readProfileTab(url.searchParams.get("tab"));
  const nothing = { tab, origin: url.origin, tracks: [], playlists: [], next: null };
  if (!viewer) return { ...nothing, profile: null };
  const profile = await findOwnProfile({ viewer: requireMember(viewer) });
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(asked) ? asked : undefined;
  const content = await loadTab(tab, { viewer, cursor });
  // Nothing is left on a later page: start over. A page that is appended to a list of tracks may be empty.
  const isEmpty = content.tracks.length + content.playlists.length === 0;
  if (cursor && isEmpty && (isDocument || tab === "playlists")) throw replace(profileTabPath(tab));
  return { ...nothing, profile, ...content };
});

async function loadTab(tab: ProfileTab, options: { viewer: Viewer; cursor: string | undefined }) {
  const asked = { ...options, userId: options.viewer.id, limit: pageSize };
  if (tab === "playlists") {
    const { playlists, next } = await listPlaylistsByUser(asked);
    return { tracks: [], playlists: await withCoverTracks(playlists.map(toPlaylistListItem)), next };
  }
  const { tracks, next } = await (tab === "favorites" ? listLikedTracks(asked) : listTracksOf(asked));
  const { viewer } = options;
  const items = tracks.map((track) => toTrackListItem(track, viewer));
  const listed = tab === "my-tracks" ? await withTakedowns(viewer, items) : items;
  return { tracks: await withBookmarks(viewer, listed), playlists: [], next };
}

export const action = formAction({
  schema: visibilityFormSchema,
  who: "member",
  async run({ context, viewer, value: { trackId, isVisible, redirect: path } }) {
    await setTrackVisibility({ viewer, trackId, isVisible });
    const flash = isVisible ? "track-shown" : "track-hidden";
    return redirectWithFlash(context, safeReturnPath(path ?? profileTabPath("my-tracks")), flash);
  },
});

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, origin, tab, tracks, playlists, next } = loaderData;
  if (!profile)
    return (
      <LoginPrompt
        returnPath="/profile"
        heading="マイページ"
        lead="お気に入り、プレイリスト、投稿した音声がここにまとまります。"
      />
    );
  const label = profileTabs.find(({ name }) => name === tab)?.label ?? "";
  return (
    <div className={`${gridPageClass} mx-auto w-full max-w-160 px-4 pt-6 pb-10 rail:px-6 rail:pt-10`}>
      {actionData && <Notice tone="error" title={firstMessage(actionData)} className="mb-4" />}
      <ProfileHeader profile={profile} origin={origin} />
      <LinkTabs
        label="マイページの内容"
        className="pt-6"
        tabs={profileTabs.map((one) => ({
          to: profileTabPath(one.name),
          label: one.label,
          isCurrent: one.name === tab,
        }))}
      />
      <section aria-labelledby={headingId}>
        <h2 id={headingId} tabIndex={-1} className="sr-only">
          {label}
        </h2>
        {tab === "favorites" && <Favorites first={{ tracks, next }} />}
        {tab === "playlists" && <Playlists playlists={playlists} next={next} />}
        {tab === "my-tracks" && <OwnTracks first={{ tracks, next }} headingId={headingId} />}
      </section>
    </div>
  );
}

function Favorites({ first }: { first: TrackListPage }) {
  if (first.tracks.length > 0) {
    return <FavoriteList first={first} label="お気に入り" />;
  }
  return (
    <EmptyState icon="heart" title="お気に入りがありません" action={<FindTracksLink />}>
      気に入った音声のハートを押すと、ここに並びます。
    </EmptyState>
  );
}

function Playlists({ playlists, next }: { playlists: readonly PlaylistListItem[]; next: string | null }) {
  if (playlists.length === 0) {
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
        あとで聴きたい音声をまとめると、ここに並びます。
      </EmptyState>
    );
  }
  return (
    <div className="space-y-3 pt-3">
      <p className="flex justify-end">
        <ButtonLink to={createPlaylistPath} icon="plus">
          プレイリストを作成
        </ButtonLink>
      </p>
      <PlaylistCards playlists={playlists} label="プレイリスト" from="profile" />
      {next && (
        <p className="pt-2 text-center">
          <ButtonLink to={`${profileTabPath("playlists")}&cursor=${next}`} variant="quiet">
            もっと見る
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
