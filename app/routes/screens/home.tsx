import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { isSeeding } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { MixCard } from "#app/features/daily-mix/mix-card.tsx";
import { useRevalidateOn } from "#app/features/events/hooks/use-events.ts";
import type { HomePart, HomeStage } from "#app/features/home/home.ts";
import { loadFirstPage, loadLaterPage } from "#app/features/home/server/load-home.server.ts";
import { FullPlayer } from "#app/features/playback/components/full-player.tsx";
import { PlayerPanel } from "#app/features/playback/components/player-panel.tsx";
import { usePlayback, usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { PlayQueue } from "#app/features/playback/playback.ts";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import { PromoCard, promoPosition } from "#app/features/premium/components/promo-card.tsx";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { InstallGuide, installGuideId } from "#app/features/shell/components/install-guide.tsx";
import { sideMenuId } from "#app/features/shell/components/side-menu.tsx";
import { useRemoveQueryParameter } from "#app/features/shell/use-remove-query-parameter.ts";
import { useInstalledApp } from "#app/features/site/installed-app.ts";
import { documentTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { PagedTrackList } from "#app/features/tracks/list/paged-track-list.tsx";
import { TrackList } from "#app/features/tracks/list/track-list.tsx";
import { PlainAudio, TrackRow } from "#app/features/tracks/list/track-row.tsx";
import { trackIdSchema } from "#app/features/tracks/tracks.schema.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { decodeCursor, withCursor } from "#app/lib/cursor.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { iconOnlyClass, Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Logo } from "#app/ui/logo.tsx";
import { gridPageClass } from "#app/ui/page.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import type { Route } from "./+types/home";

const call = "/api/tracks?order=newest";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  screenMeta(matches[0].loaderData, { path: "/", ...loaderData.head });

export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const cursor = url.searchParams.get("cursor") ?? "";
  const isFirst = decodeCursor(cursor) === null;
  const viewer = await getViewer(context);
  const { data: requestedId = null } = trackIdSchema.safeParse(url.searchParams.get("track") ?? "");
  const home = await (isFirst ? loadFirstPage({ viewer, requestedId }) : loadLaterPage({ viewer, cursor }));
  return {
    ...home,
    head: {
      title: documentTitle(),
      description: "ふたりの声で聴く、短いラジオ。次々に届く番組を聴き、自分の文章も番組にできます。",
    },
    isFirst,
    intro: isFirst && !viewer ? "文章が、ふたりの声で聴く短いラジオになります。" : null,
    hasPromos: isPaymentConfigured() && !viewer?.isPremium,
    isGenerating: isFirst && home.next === null && (await isSeeding()),
  };
});

/** Once is enough until the document is loaded anew. */
let wasPromoShown = false;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tracks, next, isFirst, intro, stage, resumed, parts, shownIds, mix, hasPromos, isGenerating } =
    loaderData;
  useRemoveQueryParameter("from_auth");
  useRevalidateOn("tracks", { isEnabled: isGenerating || (tracks.length === 0 && !stage) });
  useRemoveQueryParameter("track");
  const [hasPromo] = useState(hasPromos && isFirst && !wasPromoShown);
  useEffect(() => {
    wasPromoShown = true;
  }, []);
  const isInstalled = useInstalledApp();
  const openSheet = useOpenSheet();
  const queue: PlayQueue = {
    name: "新着",
    path: "/",
    tracks: stage ? [stage.track, ...tracks] : tracks,
    isPlaylist: false,
    next: next && withCursor(call, next),
  };
  return (
    <div className={`home ${gridPageClass}`}>
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
      {intro && <p className="pb-4 text-center text-sm text-muted">{intro}</p>}
      {stage && <Stage {...stage} queue={queue} />}
      {isFirst && !stage && <PlayerPanel isHome />}
      <div className="space-y-8 pt-8 panel:pt-0">
        {resumed && <ChosenTracks {...resumed} className="shelf" />}
        {mix && <MixCard {...mix} />}
        {parts.map((part) => (
          <ChosenTracks key={part.name} {...part} />
        ))}
        {tracks.length > 0 && (
          <Part title={isFirst ? "新着" : "新着の続き"}>
            <PagedTrackList
              first={{ tracks, next }}
              label="新着の音声"
              isGrid
              queue={{ name: "新着", call }}
              isRemoved={({ id }) => shownIds.includes(id)}
              renderRow={(track, position) => (
                <>
                  <TrackRow track={track} isTile />
                  {hasPromo && position === promoPosition && <PromoCard />}
                </>
              )}
            />
          </Part>
        )}
      </div>
      {isGenerating && tracks.length > 0 && (
        <p role="status" className="flex items-center justify-center gap-2 pt-6 text-sm text-muted">
          <Spinner className="unscripted:hidden" />
          新しい音声を収録しています。
        </p>
      )}
      {tracks.length === 0 && isFirst && (
        <NoTracks isGenerating={isGenerating} isAfterStage={stage !== null} />
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

function ChosenTracks({ className, ...part }: HomePart & { className?: string }) {
  return (
    <Part title={part.name} className={className}>
      <ListQueue queue={part}>
        <TrackList
          tracks={part.tracks}
          label={part.label}
          isGrid
          renderRow={(track) => <TrackRow track={track} from={track.from} time={track.note} isTile />}
        />
      </ListQueue>
    </Part>
  );
}

interface PartProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

function Part({ title, className, children }: PartProps) {
  return (
    <section aria-label={title} className={className}>
      <h2 className="pb-1 text-lg">{title}</h2>
      {children}
    </section>
  );
}

interface StageProps extends HomeStage {
  queue: PlayQueue;
}

/** After the first playback it shows the current track. In a wide window it replaces the player panel. */
function Stage({ track: initial, title, isLiked, isRequested, queue }: StageProps) {
  const player = usePlayer();
  const current = usePlayback(({ track }) => track);
  const show = useEffectEvent(() => {
    if (!isRequested && player.getPlayback().track !== null) return;
    player.select(initial, queue);
    // Where another device has left it, unless this one knows better.
    if (initial.from && player.getPosition() === 0) player.seek(initial.from);
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
      <div className="mx-auto w-full max-w-110 panel:my-auto">
        {isInitial && <p className="text-center text-xs text-muted">{title}</p>}
        <FullPlayer track={isInitial ? initial : current} {...(isInitial && { isLiked })} />
        <noscript>
          {import.meta.env.SSR && (
            <div className="pt-4">
              <PlainAudio track={initial} />
            </div>
          )}
        </noscript>
      </div>
    </section>
  );
}

/** Nothing but the stage, if at all. */
function NoTracks({ isGenerating, isAfterStage }: { isGenerating: boolean; isAfterStage: boolean }) {
  if (isGenerating)
    return (
      <div role="status">
        <EmptyState
          title="音声を収録しています"
          action={
            <ButtonLink to="/" reloadDocument variant="quiet" icon="refresh" className="scripted:hidden">
              更新する
            </ButtonLink>
          }
        >
          できあがったものから、ここに並びます。
        </EmptyState>
      </div>
    );
  return (
    <EmptyState
      title={isAfterStage ? "ほかの音声は、まだありません" : "まだ音声がありません"}
      action={
        <ButtonLink to="/create-post" icon="plus">
          音声を作る
        </ButtonLink>
      }
    >
      あなたの文章が、ふたりの声の番組になります。
    </EmptyState>
  );
}
