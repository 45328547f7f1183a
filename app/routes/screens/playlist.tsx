import { isRouteErrorResponse, redirect } from "react-router";
import { requireMember, type Viewer } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { playlistCoverOrder } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/server/cover-path.server.ts";
import { noteView } from "#app/features/listening/server/note-view.server.ts";
import type { Relation } from "#app/features/people/components/person-header.tsx";
import { PlaylistElsewhere } from "#app/features/playlists/components/playlist-elsewhere.tsx";
import { PlaylistHeader } from "#app/features/playlists/components/playlist-header.tsx";
import { PlaylistTracks } from "#app/features/playlists/components/playlist-tracks.tsx";
import { useWayBack } from "#app/features/playlists/hooks/use-way-back.ts";
import { listedItem } from "#app/features/playlists/listed-item.ts";
import { type OwnedPlaylist, playlistPageSize } from "#app/features/playlists/playlist.ts";
import { playlistMeta } from "#app/features/playlists/playlist-meta.ts";
import { playlistFormSchema } from "#app/features/playlists/playlist-page.schema.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist-path.ts";
import {
  findPlaylistOfPage,
  isOwnerOf,
} from "#app/features/playlists/server/find-playlist-of-page.server.ts";
import { followPlaylist } from "#app/features/playlists/server/follow-playlist.server.ts";
import { isFollowingPlaylist } from "#app/features/playlists/server/is-following-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import { markBookmarked } from "#app/features/playlists/server/mark-bookmarked.server.ts";
import { removeFromPlaylist } from "#app/features/playlists/server/remove-from-playlist.server.ts";
import { unfollowPlaylist } from "#app/features/playlists/server/unfollow-playlist.server.ts";
import { shownPlaylist } from "#app/features/playlists/shown-playlist.ts";
import { wayBack } from "#app/features/playlists/way-back.ts";
import { ErrorPage, errorTitle } from "#app/features/shell/components/error-page.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { countSender } from "#app/http/count-sender.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { isOpened } from "#app/http/is-opened.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/playlist";

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  loaderData ? playlistMeta(loaderData) : [{ title: documentTitle(errorTitle(error)) }];

/**
 * At `/playlists/{id}`, `/playlist/{slug}`, `/u/{userId}/{slug}`, `/playlists/{userId}/{slug}` and
 * `/{userId}/playlist/{id}` (spec 2 §2); below somebody else's name it leads to its owner's.
 */
export const loader = screen(async ({ request, params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const visit = context.get(requestContext);
  const { url } = visit;
  const playlist = await findPlaylistOfPage({ viewer, address: params });
  const path = sharedPlaylistPath(playlist);
  if (isMisplaced(params, playlist)) throw redirect(`${path}${url.search}`);
  if (isOpened(request)) noteView({ ...countSender({ request, context: visit, viewer }), playlist });
  const asked = url.searchParams.get("cursor") ?? "";
  const cursor = readCursor(asked) ? asked : undefined;
  const { items, next } = await listItems({
    viewer,
    playlistId: playlist.id,
    limit: playlistPageSize,
    cursor,
  });
  const woven = (await listWovenTracks([playlist.id])).get(playlist.id) ?? [];
  return {
    playlist: shownPlaylist(playlist),
    relation: await relationOf(viewer, playlist),
    address: new URL(path, url).href,
    back: wayBack({ url, referrer: request.headers.get("Referer") }),
    woven,
    coverPath: playlistCoverPath(playlist, playlistCoverOrder(playlist, woven, "1200x630")),
    tracks: await markBookmarked(viewer, items.map(listedItem)),
    next,
    isFirst: cursor === undefined,
  };
});

/** Whether the address names somebody who is not the playlist's owner. */
function isMisplaced(params: Route.LoaderArgs["params"], playlist: OwnedPlaylist): boolean {
  const { id, userId } = { id: undefined, userId: undefined, ...params };
  return id !== undefined && userId !== undefined && !isOwnerOf(playlist, userId);
}

async function relationOf(viewer: Viewer | null, { id, userId }: OwnedPlaylist): Promise<Relation> {
  if (viewer?.state !== "approved") return "visitor";
  if (viewer.id === userId) return "self";
  return (await isFollowingPlaylist({ viewer, playlistId: id })) ? "following" : "not-following";
}

const done = {
  follow: "playlist-followed",
  unfollow: "playlist-unfollowed",
  remove: "playlist-item-removed",
} as const;

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const values = await readFields(request);
  const { address, url } = context.get(requestContext);
  const { id: playlistId } = await findPlaylistOfPage({ viewer, address: params });
  return answerForm({
    context,
    values,
    async work() {
      const form = checked(playlistFormSchema, values);
      countAgainst(form.intent === "remove" ? rateLimits.bookmark : rateLimits.follow, { viewer, address });
      if (form.intent === "remove") await removeFromPlaylist({ viewer, playlistId, itemId: form.itemId });
      else if (form.intent === "follow") await followPlaylist({ viewer, playlistId });
      else await unfollowPlaylist({ viewer, playlistId });
      sayOnNextPage(context, done[form.intent]);
      return redirect(`${url.pathname}${url.search}`, { status: 303 });
    },
  });
});

export default function PlaylistScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { playlist, relation, address, woven, tracks, next, isFirst } = loaderData;
  const back = useWayBack(playlist.id, loaderData.back);
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-2 pb-10 rail:px-6 rail:pt-6">
      <BackLink to={back.to} label={back.label} />
      {actionData && <Notice tone="error" title={actionData.error} className="mb-4" />}
      <PlaylistTracks
        key={playlist.id}
        playlist={playlist}
        first={{ tracks, next }}
        isFirst={isFirst}
        isOwn={relation === "self"}
        head={<PlaylistHeader playlist={playlist} relation={relation} address={address} woven={woven} />}
      />
      {playlist.isPublic && <PlaylistElsewhere playlist={playlist} address={address} />}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <div className="mx-auto max-w-160 pt-8 rail:pt-20">
      <EmptyState
        heading="h1"
        title="プレイリストが見つかりません"
        action={
          <ButtonLink to="/playlists" icon="bookmark">
            プレイリストへ
          </ButtonLink>
        }
      >
        削除されたか、非公開になった可能性があります。
      </EmptyState>
    </div>
  );
}
