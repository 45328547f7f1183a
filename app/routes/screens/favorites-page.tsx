import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { FavoriteList } from "#app/features/likes/favorite-list.tsx";
import { listLikedTracks } from "#app/features/likes/server/find-likes.server.ts";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { FindTracksLink } from "#app/features/tracks/list/find-tracks-link.tsx";
import { toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor } from "#app/lib/cursor.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { gridPageClass, Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/favorites-page";

const pageSize = 20;

export const meta: Route.MetaFunction = () => [{ title: documentTitle("お気に入り") }];

export const loader = viewerLoader(async ({ context, viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { isMember: false, tracks: [], next: null };
  const { id: userId } = requireMember(viewer);
  const { url, isDocument } = context.get(requestContext);
  const requested = url.searchParams.get("cursor") ?? "";
  const cursor = decodeCursor(requested) ? requested : undefined;
  const page = await listLikedTracks({ userId, limit: pageSize, cursor });
  // A later page may be empty after its last like: documents start over, infinite scroll just ends.
  if (isDocument && cursor && page.tracks.length === 0) throw redirect("/favorites");
  const tracks = await withBookmarks(
    viewer,
    page.tracks.map((track) => toTrackListItem(track, viewer)),
  );
  return { isMember: true, tracks, next: page.next };
});

export default function Favorites({ loaderData }: Route.ComponentProps) {
  const { isMember, tracks, next } = loaderData;
  if (!isMember)
    return (
      <LoginPrompt
        returnPath="/favorites"
        heading="お気に入り"
        lead="ハートを押した音声が、ここに並びます。"
      />
    );
  return (
    <Page title="お気に入り" back={{ to: "/", label: "ホーム" }} className={gridPageClass}>
      {tracks.length > 0 ? (
        <FavoriteList first={{ tracks, next }} label="お気に入りの音声" />
      ) : (
        <EmptyState icon="heart" title="お気に入りがありません" heading="h2" action={<FindTracksLink />}>
          気に入った音声のハートを押すと、ここに並びます。
        </EmptyState>
      )}
    </Page>
  );
}
