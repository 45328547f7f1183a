import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { FavoriteList } from "#app/features/likes/components/favorite-list.tsx";
import { listLikedTracks } from "#app/features/likes/server/list-liked-tracks.server.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { type ListedPlaylist, listedPlaylist } from "#app/features/playlists/listed-playlist.ts";
import { createPath } from "#app/features/playlists/playlist-tabs.ts";
import { listPlaylistsOf } from "#app/features/playlists/server/list-playlists-of.server.ts";
import { markBookmarked } from "#app/features/playlists/server/mark-bookmarked.server.ts";
import { withCovers } from "#app/features/playlists/server/with-covers.server.ts";
import { ProfileHeader } from "#app/features/profile/components/profile-header.tsx";
import {
  type ProfileTab,
  profileTabPath,
  profileTabs,
  readProfileTab,
} from "#app/features/profile/profile-tabs.ts";
import { findOwnProfile } from "#app/features/profile/server/find-own-profile.server.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { OwnTracks } from "#app/features/tracks/components/own-tracks.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { visibilityFormSchema } from "#app/features/tracks/tracks.schema.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import type { Route } from "./+types/profile";

const pageSize = 20;
const headingId = "chosen-tab";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("マイページ") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const { url, isDocument } = context.get(requestContext);
  const tab = readProfileTab(url.searchParams.get("tab"));
  const nothing = { tab, origin: url.origin, tracks: [], playlists: [], next: null };
  if (!viewer) return { ...nothing, profile: null };
  const profile = await findOwnProfile({ viewer: requireMember(viewer) });
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const content = await contentOf(tab, { viewer, cursor });
  // The last one of a later page is gone. What is loaded into a page that stands may be empty.
  const isEmpty = content.tracks.length + content.playlists.length === 0;
  if (isDocument && cursor && isEmpty) throw redirect(profileTabPath(tab));
  return { ...nothing, profile, ...content };
});

/** What the chosen tab needs, and nothing of the others. */
async function contentOf(tab: ProfileTab, options: { viewer: Viewer; cursor: string | undefined }) {
  const asked = { ...options, userId: options.viewer.id, limit: pageSize };
  if (tab === "playlists") {
    const { playlists, next } = await listPlaylistsOf(asked);
    return { tracks: [], playlists: await withCovers(playlists.map(listedPlaylist)), next };
  }
  const { tracks, next } = await (tab === "favorites" ? listLikedTracks(asked) : listTracksOf(asked));
  return { tracks: await markBookmarked(options.viewer, tracks.map(listedTrack)), playlists: [], next };
}

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const fields = await readFields(request);
  const change = checked(visibilityFormSchema, fields);
  await setTrackVisibility({ viewer, ...change });
  sayOnNextPage(context, change.isVisible ? "track-shown" : "track-hidden");
  return redirect(safeReturnPath(fields.redirect ?? profileTabPath("my-tracks")), 303);
});

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { profile, origin, tab, tracks, playlists, next } = loaderData;
  if (!profile) return <LoginPrompt returnPath="/profile" heading="マイページ" />;
  const label = profileTabs.find(({ name }) => name === tab)?.label ?? "";
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-6 pb-10 rail:px-6 rail:pt-10">
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

function Favorites({ first }: { first: ListedPage }) {
  if (first.tracks.length > 0) {
    return <FavoriteList first={first} label="お気に入り" />;
  }
  return (
    <EmptyState
      icon="heart"
      title="お気に入りがありません"
      action={
        <ButtonLink to="/" variant="quiet" icon="headphones">
          音声をさがす
        </ButtonLink>
      }
    >
      気に入った音声のハートをタップすると、ここに並びます。
    </EmptyState>
  );
}

function Playlists({ playlists, next }: { playlists: readonly ListedPlaylist[]; next: string | null }) {
  if (playlists.length === 0) {
    return (
      <EmptyState
        icon="bookmark"
        title="プレイリストがありません"
        action={
          <ButtonLink to={createPath} icon="plus">
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
        <ButtonLink to={createPath} icon="plus">
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
