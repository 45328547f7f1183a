import { useEffect, useEffectEvent } from "react";
import { isSeeding } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import { findLikedTrackIds } from "#app/features/likes/server/find-likes.server.ts";
import { FullPlayer } from "#app/features/playback/components/full-player.tsx";
import { PlayerPanel } from "#app/features/playback/components/player-panel.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayQueue } from "#app/features/playback/playback.ts";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { isPromoAfter, PromoCard } from "#app/features/premium/components/promo-card.tsx";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { InstallGuide, installGuideId } from "#app/features/shell/components/install-guide.tsx";
import { sideMenuId } from "#app/features/shell/components/side-menu.tsx";
import { useRemoveQueryParameter } from "#app/features/shell/hooks/use-remove-query-parameter.ts";
import { useInstalledApp } from "#app/features/site/installed-app.ts";
import { documentTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { TrackListSkeleton } from "#app/features/tracks/list/track-list.tsx";
import { PlainAudio, TrackRow } from "#app/features/tracks/list/track-row.tsx";
import { findInitialTrack } from "#app/features/tracks/server/find-initial-track.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { encodeTurns } from "#app/features/tracks/turns/turns.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor, withCursor } from "#app/lib/cursor.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { iconOnlyClass, Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Logo } from "#app/ui/logo.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import type { Route } from "./+types/home";

const pageSize = 20;
/** The list as a queue. */
const call = "/api/tracks?order=newest";

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: "/",
    title: documentTitle(),
    description: "ふたりの声で聴く、短いラジオ。次々に届く番組を聴き、自分の文章も番組にできます。",
  });

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const cursor = url.searchParams.get("cursor") ?? "";
  const isFirst = decodeCursor(cursor) === null;
  const viewer = await getViewer(context);
  const page = await listTracks({ viewer, limit: pageSize, cursor: isFirst ? undefined : cursor });
  const { data: requestedId } = trackIdSchema.safeParse(url.searchParams.get("track") ?? "");
  const initial = isFirst ? await findInitialTrack({ viewer, requestedId: requestedId ?? null }) : null;
  const [liked, cues] = await Promise.all([
    findLikedTrackIds({ viewer, trackIds: initial ? [initial.id] : [] }),
    initial ? listCues({ viewer, track: initial }) : [],
  ]);
  const listed = page.tracks.map((track) => toTrackListItem(track, viewer));
  const shown = await withBookmarks(viewer, initial ? [...listed, toTrackListItem(initial, viewer)] : listed);
  const first = initial && shown.at(-1);
  return {
    tracks: shown.slice(0, listed.length),
    next: page.next,
    isFirst,
    initial: first && { ...first, turns: encodeTurns(cues) },
    isInitialLiked: liked.size > 0,
    isRequested: initial?.id === requestedId,
    hasPromos: isPaymentConfigured() && !viewer?.isPremium,
    isGenerating: isFirst && page.tracks.length < pageSize && (await isSeeding()),
  };
});

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tracks, next, isFirst, initial, isInitialLiked, isRequested, hasPromos, isGenerating } = loaderData;
  useRemoveQueryParameter("from_auth");
  useRevalidateOn("tracks", { isEnabled: isGenerating || tracks.length === 0 });
  useRemoveQueryParameter("track");
  const isInstalled = useInstalledApp();
  const openSheet = useOpenSheet();
  const queue: PlayQueue = {
    name: "新着",
    path: "/",
    tracks: initial && tracks.every(({ id }) => id !== initial.id) ? [initial, ...tracks] : tracks,
    isPlaylist: false,
    next: next && withCursor(call, next),
  };
  return (
    <div className="relative mx-auto w-full max-w-160 px-4 pb-8 rail:px-6 rail:pt-8">
      <header className="-mx-2 flex items-center justify-between py-2 rail:absolute rail:top-6 rail:right-5 rail:z-10 rail:m-0 rail:p-0">
        <IconButton icon="menu" label="メニューを開く" popoverTarget={sideMenuId} className="rail:hidden" />
        <h1 className="rail:sr-only">
          <Logo className="w-14 text-accent" />
          <span className="sr-only">Mugen</span>
        </h1>
        {isInstalled ? (
          <PlainLink
            to="/settings"
            aria-label="設定を開く"
            title="設定を開く"
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              openSheet("settings");
            }}
            className={`${iconOnlyClass("settings")} icon-button`}
          />
        ) : (
          <IconButton icon="install" label="ホーム画面に追加する方法" popoverTarget={installGuideId} />
        )}
      </header>
      <InstallGuide />
      {tracks.length === 0 && !initial && <NoTracks isGenerating={isGenerating} />}
      {initial && (
        <Stage initial={initial} isLiked={isInitialLiked} isRequested={isRequested} queue={queue} />
      )}
      {isFirst && !initial && <PlayerPanel />}
      {tracks.length > 0 && (
        <section aria-labelledby="newest" className="pt-8 panel:pt-0">
          <h2 id="newest" className="pb-1 text-lg">
            {isFirst ? "新着" : "新着の続き"}
          </h2>
          <PagedTrackList
            first={{ tracks, next }}
            label="新着の音声"
            queue={{ name: "新着", call }}
            renderRow={(track, position) => (
              <>
                <TrackRow track={track} />
                {hasPromos && isPromoAfter(position) && <PromoCard />}
              </>
            )}
          />
        </section>
      )}
      {isGenerating && tracks.length > 0 && (
        <p role="status" className="flex items-center justify-center gap-2 pt-6 text-sm text-muted">
          <Spinner className="unscripted:hidden" />
          新しい音声を収録しています。
        </p>
      )}
      {!isFirst && (
        <p className="pt-6 text-center">
          <ButtonLink to="/" variant="plain">
            最新の音声に戻る
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

interface StageProps {
  initial: TrackListItem;
  isLiked: boolean;
  /** The URL names the track. */
  isRequested: boolean;
  queue: PlayQueue;
}

/**
 * The player with the initial track; after the first playback it shows the current track. In a wide window it is where
 * other pages have the player panel.
 */
function Stage({ initial, isLiked, isRequested, queue }: StageProps) {
  const player = usePlayer();
  const current = usePlayback(({ track }) => track);
  const show = useEffectEvent(() => {
    if (isRequested || player.getPlayback().track === null) player.select(initial, queue);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each track that a URL names
  useEffect(() => show(), [initial.id]);
  const extend = useEffectEvent(() => {
    const { queue: started } = player.getPlayback();
    if (started) player.extendQueue(queue.path, { tracks: queue.tracks, next: started.next });
  });
  const shown = queue.tracks.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: appends tracks that were published since the queue was started
  useEffect(() => extend(), [shown]);
  const isInitial = current === null || current.id === initial.id;
  return (
    <section aria-label="プレーヤー" className="stage">
      <FullPlayer
        track={isInitial ? initial : current}
        {...(isInitial && { isLiked })}
        className="mx-auto w-full max-w-110 panel:my-auto"
      />
      <noscript>
        <div className="pt-4">
          <PlainAudio track={initial} />
        </div>
      </noscript>
    </section>
  );
}

function NoTracks({ isGenerating }: { isGenerating: boolean }) {
  if (isGenerating) {
    return (
      <div className="pt-4">
        <div role="status" className="rounded-[20px] border border-line bg-surface px-6 py-10 text-center">
          <Logo className="mx-auto w-24 animate-breathe text-accent" />
          <p className="pt-5 text-lg font-bold">最初の音声を収録しています</p>
          <p className="pt-1 text-sm text-muted scripted:block unscripted:hidden">
            できあがったものから、ここに並びます。そのままお待ちください。
          </p>
          <p className="hidden pt-3 unscripted:block">
            <ButtonLink to="/" reloadDocument variant="quiet" icon="refresh">
              更新する
            </ButtonLink>
          </p>
        </div>
        <TrackListSkeleton rows={4} />
      </div>
    );
  }
  return (
    <EmptyState
      title="まだ音声がありません"
      action={
        <ButtonLink to="/create-post" icon="plus">
          最初の音声をつくる
        </ButtonLink>
      }
    >
      あなたの文章が、ふたりの声の番組になります。
    </EmptyState>
  );
}
