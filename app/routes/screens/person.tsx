import { redirect } from "react-router";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { FeedAddress } from "#app/features/feeds/components/feed-address.tsx";
import { personFeedPath } from "#app/features/feeds/feed-path.ts";
import { PersonHeader, type Relation } from "#app/features/people/components/person-header.tsx";
import { personMeta } from "#app/features/people/person-meta.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import { findPersonOfPage } from "#app/features/people/server/find-person.server.ts";
import { followMember } from "#app/features/people/server/follow-member.server.ts";
import { isFollowing } from "#app/features/people/server/is-following.server.ts";
import { unfollowMember } from "#app/features/people/server/unfollow-member.server.ts";
import { PlaylistCards } from "#app/features/playlists/components/playlist-cards.tsx";
import { listedPlaylist } from "#app/features/playlists/listed-playlist.ts";
import { listPlaylistsOf } from "#app/features/playlists/server/list-playlists-of.server.ts";
import { markBookmarked } from "#app/features/playlists/server/mark-bookmarked.server.ts";
import { withCovers } from "#app/features/playlists/server/with-covers.server.ts";
import { PagedTracks } from "#app/features/tracks/components/more-tracks.tsx";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/person";

const pageSize = 20;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? personMeta(loaderData.person, loaderData.url) : [];

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const person = await findPersonOfPage({ segment: params.userId });
  const tab = url.searchParams.get("tab") === "playlists" ? "playlists" : "tracks";
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  // As everybody sees it, its owner too.
  const list = { userId: person.id, viewer: null, limit: pageSize, cursor };
  const tracks = tab === "tracks" ? await listTracksOf(list) : null;
  const playlists = tab === "playlists" ? await listPlaylistsOf(list) : null;
  const viewer = await getViewer(context);
  return {
    person,
    relation: await relationOf(viewer, person.id),
    url: url.origin + profilePath(person),
    tab,
    tracks: tracks ? await markBookmarked(viewer, tracks.tracks.map(listedTrack)) : [],
    playlists: await withCovers(playlists?.playlists.map(listedPlaylist) ?? []),
    next: (tracks ?? playlists)?.next ?? null,
    isFirst: cursor === undefined,
  };
});

async function relationOf(viewer: Viewer | null, userId: string): Promise<Relation> {
  if (viewer?.state !== "approved") return "visitor";
  if (viewer.id === userId) return "self";
  return (await isFollowing({ viewer, userId })) ? "following" : "not-following";
}

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const values = await readFields(request);
  const person = await findPersonOfPage({ segment: params.userId });
  const { address, url } = context.get(requestContext);
  return answerForm({
    context,
    values,
    async work() {
      countAgainst(rateLimits.follow, { viewer, address });
      const follow = { viewer, userId: person.id };
      if (values.intent === "follow") await followMember(follow);
      else if (values.intent === "unfollow") await unfollowMember(follow);
      else throw new Invalid({ intent: ["操作を読み取れませんでした"] });
      return redirect(`${profilePath(person)}${url.search}`, { status: 303 });
    },
  });
});

export default function PersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, relation, url, tab } = loaderData;
  const path = profilePath(person);
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-6 pb-10 rail:px-6 rail:pt-10">
      <PersonHeader key={person.id} person={person} relation={relation} url={url} />
      {actionData && <Notice tone="error" title={actionData.error} className="mt-4" />}
      <LinkTabs
        label={`${person.name}の公開内容`}
        className="pt-6"
        tabs={[
          { to: `${path}?tab=tracks`, label: "投稿音声", isCurrent: tab === "tracks" },
          { to: `${path}?tab=playlists`, label: "公開プレイリスト", isCurrent: tab === "playlists" },
        ]}
      />
      <div className="pt-4">
        {tab === "tracks" ? <Tracks loaded={loaderData} /> : <Playlists loaded={loaderData} path={path} />}
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Tracks({ loaded: { person, url, tracks, next, isFirst } }: { loaded: Loaded }) {
  if (tracks.length > 0) {
    const queue = { name: `${person.name}の投稿音声`, call: `/api/users/${person.id}/tracks` };
    return (
      <>
        <PagedTracks first={{ tracks, next }} label="投稿音声" queue={queue} />
        <div className="pt-6">
          <FeedAddress address={new URL(personFeedPath(person), url).href} />
        </div>
      </>
    );
  }
  return <EmptyState icon="voice" title={isFirst ? "投稿音声はまだありません" : "続きはありません"} />;
}

function Playlists({ loaded: { playlists, next, isFirst }, path }: { loaded: Loaded; path: string }) {
  if (playlists.length === 0) {
    return (
      <EmptyState icon="bookmark" title={isFirst ? "公開プレイリストはまだありません" : "続きはありません"} />
    );
  }
  return (
    <>
      <PlaylistCards playlists={playlists} label="公開プレイリスト" />
      {next && (
        <p className="pt-5 text-center">
          <ButtonLink
            to={`${path}?${new URLSearchParams({ tab: "playlists", cursor: next })}`}
            variant="quiet"
          >
            もっと見る
          </ButtonLink>
        </p>
      )}
    </>
  );
}
