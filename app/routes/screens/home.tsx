import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { isHouseRecording } from "#app/features/creation/server/is-house-recording.server.ts";
import { findLikedAmong } from "#app/features/likes/server/find-liked-among.server.ts";
import { FullPlayer } from "#app/features/playback/components/full-player.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayQueue } from "#app/features/playback/playback.ts";
import { useSheets } from "#app/features/playback/sheets.ts";
import { markBookmarked } from "#app/features/playlists/server/mark-bookmarked.server.ts";
import { isPromoAfter, PromoCard } from "#app/features/premium/components/promo-card.tsx";
import { InstallGuide, installGuideId } from "#app/features/shell/components/install-guide.tsx";
import { Mark } from "#app/features/shell/components/mark.tsx";
import { sideMenuId } from "#app/features/shell/components/side-menu.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { useDropParameter } from "#app/features/shell/hooks/use-drop-parameter.ts";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { useInstalledApp } from "#app/features/shell/installed-app.ts";
import { screenMeta } from "#app/features/shell/page-meta.ts";
import { PagedTracks } from "#app/features/tracks/components/more-tracks.tsx";
import { PlainAudio, TrackListSkeleton, TrackRow } from "#app/features/tracks/components/track-list.tsx";
import { type ListedTrack, listedTrack } from "#app/features/tracks/listed-track.ts";
import { findInitialTrack } from "#app/features/tracks/server/find-initial-track.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import type { Route } from "./+types/home";

const pageSize = 20;
/** How often a page asks for news while the house makes its first tracks, in ms. */
const newsEveryMs = 5000;

export const meta: Route.MetaFunction = ({ matches }) =>
  screenMeta(matches[0].loaderData, {
    path: "/",
    title: documentTitle(),
    description: "ふたりの声で聴く、短いラジオ。次々に届く番組を聴き、自分の文章も番組にできます。",
  });

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const cursor = url.searchParams.get("cursor") ?? "";
  const isFirst = readCursor(cursor) === null;
  const page = await listTracks({ limit: pageSize, cursor: isFirst ? undefined : cursor });
  const viewer = await getViewer(context);
  const { data: asked } = trackIdSchema.safeParse(url.searchParams.get("track") ?? "");
  const initial = isFirst
    ? await findInitialTrack({ viewer, asked: asked ?? null, feed: page.tracks })
    : null;
  const liked = await findLikedAmong({ viewer, trackIds: initial ? [initial.id] : [] });
  const listed = page.tracks.map(listedTrack);
  const shown = await markBookmarked(viewer, initial ? [...listed, listedTrack(initial)] : listed);
  const first = initial && shown.at(-1);
  return {
    tracks: shown.slice(0, listed.length),
    next: page.next,
    isFirst,
    initial: first && { ...first, impressionCount: initial.impressionCount },
    isInitialLiked: liked.size > 0,
    isAsked: initial?.id === asked,
    isRecording: isFirst && page.tracks.length < pageSize && (await isHouseRecording()),
  };
});

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tracks, next, isFirst, initial, isInitialLiked, isAsked, isRecording } = loaderData;
  useDropParameter("from_auth");
  useNews(isRecording || tracks.length === 0);
  useDropParameter("track");
  const isInstalled = useInstalledApp();
  const openSheet = useSheets();
  const isFree = !useRootData()?.user?.isPremium;
  const queue: PlayQueue = {
    name: "新着",
    path: "/",
    tracks: initial && tracks.every(({ id }) => id !== initial.id) ? [initial, ...tracks] : tracks,
    isPlaylist: false,
    next: next && `/api/tracks?cursor=${encodeURIComponent(next)}`,
  };
  return (
    <div className="relative mx-auto w-full max-w-160 px-4 pb-8 rail:px-6 rail:pt-8">
      <header className="-mx-2 flex items-center justify-between py-2 rail:absolute rail:top-6 rail:right-5 rail:z-10 rail:m-0 rail:p-0">
        <IconButton icon="menu" label="メニューを開く" popoverTarget={sideMenuId} className="rail:hidden" />
        <h1 className="rail:sr-only">
          <Mark className="w-14 text-accent" />
          <span className="sr-only">Mugen</span>
        </h1>
        {isInstalled ? (
          <IconButton icon="settings" label="設定を開く" onClick={() => openSheet("settings")} />
        ) : (
          <IconButton icon="install" label="ホーム画面に追加する方法" popoverTarget={installGuideId} />
        )}
      </header>
      <InstallGuide />
      {tracks.length === 0 && !initial && <NoTracks isRecording={isRecording} />}
      {initial && <Stage initial={initial} isLiked={isInitialLiked} isAsked={isAsked} queue={queue} />}
      {tracks.length > 0 && (
        <section aria-labelledby="newest" className="pt-8 panel:pt-0">
          <h2 id="newest" className="pb-1 text-lg">
            {isFirst ? "新着" : "新着の続き"}
          </h2>
          <PagedTracks
            first={{ tracks, next }}
            label="新着の音声"
            queue={{ name: "新着", call: "/api/tracks" }}
            row={(track, position) => (
              <>
                <TrackRow track={track} />
                {isFree && isPromoAfter(position) && <PromoCard />}
              </>
            )}
          />
        </section>
      )}
      {isRecording && tracks.length > 0 && (
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
  initial: ListedTrack & { impressionCount: number };
  isLiked: boolean;
  /** The address named the track. */
  isAsked: boolean;
  queue: PlayQueue;
}

/**
 * The player itself, with the track to begin with; from the first press on it shows whatever sounds. In a wide window
 * it stands where other pages have the player's panel.
 */
function Stage({ initial, isLiked, isAsked, queue }: StageProps) {
  const player = usePlayer();
  const current = usePlayback(({ track }) => track);
  const show = useEffectEvent(() => {
    if (isAsked || player.getPlayback().track === null) player.show(initial, queue);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every track that an address names
  useEffect(() => show(), [initial.id]);
  const extend = useEffectEvent(() => {
    const { queue: started } = player.getPlayback();
    if (started) player.extendQueue(queue.path, { tracks: queue.tracks, next: started.next });
  });
  const shown = queue.tracks.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was published since the queue began follows in it too
  useEffect(() => extend(), [shown]);
  const isInitial = current === null || current.id === initial.id;
  return (
    <section
      aria-label="プレーヤー"
      className="panel:fixed panel:inset-y-0 panel:right-0 panel:z-10 panel:flex panel:w-[340px] panel:flex-col panel:overflow-y-auto panel:border-l panel:border-line panel:bg-paper panel:px-6 panel:py-8"
    >
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

function NoTracks({ isRecording }: { isRecording: boolean }) {
  if (isRecording) {
    return (
      <div className="pt-4">
        <div role="status" className="rounded-[20px] border border-line bg-surface px-6 py-10 text-center">
          <Mark className="mx-auto w-24 animate-breathe text-accent" />
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

/** Asks again quietly while `waiting` and the page is seen. */
function useNews(waiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void revalidate(), newsEveryMs);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}
