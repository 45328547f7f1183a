import type { ReactNode } from "react";
import { Form, isRouteErrorResponse, redirect } from "react-router";
import { z } from "zod";
import { RefusalNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { BlockedAuthorNotice } from "#app/features/blocks/block-forms.tsx";
import { isBlocked } from "#app/features/blocks/is-blocked.server.ts";
import { playlistCoverSpec } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/cover-path.server.ts";
import { playlistEmbedPath, playlistEmbedSize } from "#app/features/embed/embed-code.ts";
import { EmbedDetails } from "#app/features/embed/embed-details.tsx";
import { feedLink, playlistFeedPath } from "#app/features/feeds/feed.ts";
import {
  FeedAddress,
  FeedVerificationForm,
  feedVerificationResult,
} from "#app/features/feeds/feed-address.tsx";
import {
  findPlaylistVerification,
  setPlaylistVerification,
} from "#app/features/feeds/feed-verification.server.ts";
import { feedVerificationForm } from "#app/features/feeds/feeds.schema.ts";
import { recordPlaylistView } from "#app/features/listening/server/record-events.server.ts";
import type { Relation } from "#app/features/people/components/person-header.tsx";
import { backLink, useBackLink } from "#app/features/playlists/back-link.ts";
import {
  addToPlaylist,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { PlaylistHeader } from "#app/features/playlists/components/playlist-header.tsx";
import { PlaylistTracks } from "#app/features/playlists/components/playlist-tracks.tsx";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import {
  itemPositionPath,
  type OwnedPlaylist,
  playlistPageSize,
  removedItemPath,
  sharedPlaylistPath,
} from "#app/features/playlists/playlist.ts";
import { playlistMeta } from "#app/features/playlists/playlist-meta.ts";
import { toPlaylistTrackListItem, toPlaylistView } from "#app/features/playlists/playlist-view.ts";
import { playlistPageForm, removedItem } from "#app/features/playlists/playlists.schema.ts";
import {
  findPlaylistByAddress,
  findTrackOutside,
  matchesOwner,
} from "#app/features/playlists/server/find-playlist.server.ts";
import {
  followPlaylist,
  isFollowingPlaylist,
  unfollowPlaylist,
} from "#app/features/playlists/server/follow-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { playlistReportMessages, playlistReportPath } from "#app/features/reports/report.ts";
import { ReportLink } from "#app/features/reports/report-link.tsx";
import { ErrorPage, errorTitle } from "#app/features/shell/components/error-page.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { TakedownNotice } from "#app/features/tracks/moderation/takedown-notice.tsx";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { listenerOfRequest } from "#app/http/core/listener-of-request.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { isPageView } from "#app/http/core/request-kind.ts";
import { consumeRateLimit } from "#app/http/limits/rate-limit.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/playlist-page";

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return [{ title: documentTitle(errorTitle(error)) }];
  const { playlist, address } = loaderData;
  const feedAddress = new URL(playlistFeedPath(playlist), address).href;
  return playlistMeta(loaderData, [feedLink({ title: playlist.name, address: feedAddress })]);
};

/**
 * At `/playlists/{id}`, `/playlist/{slug}`, `/u/{userId}/{slug}`, `/playlists/{userId}/{slug}` and
 * `/{userId}/playlist/{id}`; the last redirects to the owner's when `userId` is another member's.
 */
export const loader = pageLoader(async ({ request, params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const visit = context.get(requestContext);
  const { url } = visit;
  const playlist = await findPlaylistByAddress({ viewer, address: params });
  const path = sharedPlaylistPath(playlist);
  if (hasOtherOwner(params, playlist)) throw redirect(`${path}${url.search}`);
  if (isPageView(request))
    recordPlaylistView({ ...listenerOfRequest({ request, context: visit, viewer }), playlist });
  const cursorParam = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(cursorParam) ? cursorParam : undefined;
  const { items, next } = await listItems({
    viewer,
    playlistId: playlist.id,
    limit: playlistPageSize,
    cursor,
  });
  const coverTracks = await findCoverTracks(playlist.id);
  const relation = await findRelation(viewer, playlist);
  return {
    playlist: toPlaylistView(playlist),
    relation,
    isOwnerBlocked: await isBlocked({ viewer, userId: playlist.userId }),
    verification: relation === "self" ? await findPlaylistVerification({ playlistId: playlist.id }) : null,
    address: new URL(path, url).href,
    back: backLink({ url, referrer: request.headers.get("Referer") }),
    coverTracks,
    coverPath: viewer
      ? null
      : playlistCoverPath(playlist, playlistCoverSpec(playlist, coverTracks, "1200x630")),
    tracks: await withBookmarks(
      viewer,
      items.map((item) => toPlaylistTrackListItem(item, viewer)),
    ),
    next,
    updatedAt: playlist.updatedAt.toISOString(),
    isFirst: cursor === undefined,
    takedown: relation === "self" && playlist.takenDownAt ? { reason: playlist.takedownReason } : null,
    removed: relation === "self" ? await readRemoved(url, { viewer, playlistId: playlist.id }) : null,
  };
});

/** From the URL (`removedItemPath`), if the track can be put back. */
async function readRemoved(url: URL, o: { viewer: Viewer | null; playlistId: number }) {
  const { success, data } = removedItem.safeParse(url.searchParams.get("removed"));
  const track = success && (await findTrackOutside({ ...o, trackId: data.trackId }));
  return track ? { title: track.title, value: `${data.trackId}.${data.order}` } : null;
}

/** The URL is `/{userId}/playlist/{id}` with another member than the owner. */
function hasOtherOwner(params: Route.LoaderArgs["params"], playlist: OwnedPlaylist): boolean {
  const { id, userId } = { id: undefined, userId: undefined, ...params };
  return id !== undefined && userId !== undefined && !matchesOwner(playlist, userId);
}

async function findRelation(viewer: Viewer | null, { id, userId }: OwnedPlaylist): Promise<Relation> {
  if (viewer?.state !== "approved") return "visitor";
  if (viewer.id === userId) return "self";
  return (await isFollowingPlaylist({ viewer, playlistId: id })) ? "following" : "not-following";
}

const pageForm = z.discriminatedUnion("intent", [...playlistPageForm.options, feedVerificationForm], {
  error: "操作を読み取れませんでした",
});

const flashOfIntent = {
  "feed-verification": "feed-verification-saved",
  follow: "playlist-followed",
  unfollow: "playlist-unfollowed",
  remove: "playlist-item-removed",
  restore: "playlist-item-restored",
} as const;

const limitOfIntent = {
  follow: rateLimits.follow,
  unfollow: rateLimits.follow,
  remove: rateLimits.bookmark,
  restore: rateLimits.bookmark,
  "feed-verification": rateLimits.changePlaylists,
};

export const action = formAction({
  schema: pageForm,
  who: "member",
  find: ({ params, viewer }) => findPlaylistByAddress({ viewer, address: params }),
  async run({ context, viewer, value, found: { id: playlistId } }) {
    const { address, url } = context.get(requestContext);
    await consumeRateLimit(limitOfIntent[value.intent], { viewer, address });
    let path = `${url.pathname}${url.search}`;
    if (value.intent === "remove") {
      const { removed } = await removeFromPlaylist({ viewer, playlistId, itemId: value.itemId });
      path = removedItemPath(path, removed);
    } else if (value.intent === "restore")
      path = itemPositionPath(
        { id: playlistId },
        await addToPlaylist({ viewer, playlistId, ...value.removed }),
      );
    else if (value.intent === "follow") await followPlaylist({ viewer, playlistId });
    else if (value.intent === "feed-verification")
      await setPlaylistVerification({ viewer, playlistId, verification: value.verification });
    else await unfollowPlaylist({ viewer, playlistId });
    return redirectWithFlash(context, path, flashOfIntent[value.intent]);
  },
});

export default function PlaylistScreen({ loaderData, actionData }: Route.ComponentProps) {
  const {
    playlist,
    relation,
    isOwnerBlocked,
    verification,
    address,
    coverTracks,
    tracks,
    next,
    updatedAt,
    isFirst,
    removed,
    takedown,
  } = loaderData;
  const back = useBackLink(playlist.id, loaderData.back);
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-2 pb-10 rail:px-6 rail:pt-6">
      <BackLink to={back.to} label={back.label} />
      {actionData && !feedVerificationResult(actionData) && (
        <RefusalNotice formResult={actionData} className="mb-4" />
      )}
      {removed && (
        <Form method="post" className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 text-sm text-muted">「{removed.title}」を外しました。</p>
          <input type="hidden" name="removed" value={removed.value} />
          <Button name="intent" value="restore" variant="quiet">
            元に戻す
          </Button>
        </Form>
      )}
      {isOwnerBlocked && <BlockedAuthorNotice path={playlist.owner.path} className="mb-4" />}
      {takedown && <TakedownNotice takedown={takedown} className="mb-4" />}
      <PlaylistTracks
        key={playlist.id}
        playlist={playlist}
        first={{ tracks, next, updatedAt }}
        isFirst={isFirst}
        isOwn={relation === "self"}
        header={
          <PlaylistHeader
            playlist={playlist}
            relation={relation}
            address={address}
            coverTracks={coverTracks}
          />
        }
      />
      {playlist.isPublic && (
        <FeedAndEmbed
          playlist={playlist}
          address={address}
          isOpen={Boolean(feedVerificationResult(actionData))}
        >
          {relation === "self" && (
            <FeedVerificationForm key={playlist.id} verification={verification} formResult={actionData} />
          )}
        </FeedAndEmbed>
      )}
      {playlist.isPublic && relation !== "self" && (
        <p className="pt-4 max-rail:text-center">
          <ReportLink to={playlistReportPath(playlist)} label={playlistReportMessages.heading} />
        </p>
      )}
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

interface FeedAndEmbedProps {
  playlist: { id: number; name: string };
  /** Absolute URL of the playlist's page. */
  address: string;
  isOpen: boolean;
  children: ReactNode;
}

function FeedAndEmbed({ playlist, address, isOpen, children }: FeedAndEmbedProps) {
  return (
    <section
      aria-label="ほかの場所で聴く"
      className="flex flex-wrap items-start gap-2 pt-6 max-rail:justify-center"
    >
      <FeedAddress address={new URL(playlistFeedPath(playlist), address).href} isOpen={isOpen}>
        {children}
      </FeedAddress>
      <EmbedDetails
        address={new URL(playlistEmbedPath(playlist.id), address).href}
        title={playlist.name}
        height={playlistEmbedSize.height}
        explanation="ブログなどのHTMLに貼り付けると、そのページでこのプレイリストを再生できます。"
      />
    </section>
  );
}
