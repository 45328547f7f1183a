import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import { isHouseRecording } from "#app/features/creation/is-house-recording.server.ts";
import { findLikedAmong } from "#app/features/likes/find-liked-among.server.ts";
import { LikeButton } from "#app/features/likes/like-button.tsx";
import { PlayButton } from "#app/features/playback/play-button.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { Mark } from "#app/features/shell/mark.tsx";
import { sideMenuId } from "#app/features/shell/side-menu.tsx";
import { ThemeToggle } from "#app/features/shell/theme-toggle.tsx";
import { useDropParameter } from "#app/features/shell/use-drop-parameter.ts";
import { Cover } from "#app/features/tracks/cover.tsx";
import { listTracks } from "#app/features/tracks/list-tracks.server.ts";
import { type ListedTrack, listedTrack } from "#app/features/tracks/listed-track.ts";
import { PagedTracks } from "#app/features/tracks/more-tracks.tsx";
import { PlainAudio, TrackListSkeleton } from "#app/features/tracks/track-list.tsx";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { readCursor } from "#app/lib/cursor.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import type { Route } from "./+types/home";

const pageSize = 20;
/** Titles of more characters than this are set smaller. */
const longTitle = 30;
/** How often a page asks for news while the house makes its first tracks, in ms. */
const newsEveryMs = 5000;

export const meta: Route.MetaFunction = () => [{ title: documentTitle() }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const { url } = context.get(requestContext);
  const cursor = url.searchParams.get("cursor") ?? "";
  const isFirst = readCursor(cursor) === null;
  const page = await listTracks({ limit: pageSize, cursor: isFirst ? undefined : cursor });
  const newestIds = page.tracks.slice(0, isFirst ? 1 : 0).map(({ id }) => id);
  const liked = await findLikedAmong({ viewer: await getViewer(context), trackIds: newestIds });
  return {
    tracks: page.tracks.map(listedTrack),
    next: page.next,
    isFirst,
    isNewestLiked: liked.size > 0,
    isRecording: isFirst && page.tracks.length < pageSize && (await isHouseRecording()),
  };
});

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tracks, next, isFirst, isNewestLiked, isRecording } = loaderData;
  useDropParameter("from_auth");
  useNews(isRecording || tracks.length === 0);
  const newest = isFirst ? tracks[0] : undefined;
  const rest = { tracks: newest ? tracks.slice(1) : tracks, next };
  return (
    <div className="mx-auto w-full max-w-160 px-4 pb-8 rail:px-6 rail:pt-8">
      <header className="-mx-2 flex items-center justify-between py-2 rail:block rail:py-0">
        <IconButton icon="menu" label="メニューを開く" popoverTarget={sideMenuId} className="rail:hidden" />
        <h1 className="rail:sr-only">
          <Mark className="w-14 text-accent" />
          <span className="sr-only">Mugen</span>
        </h1>
        <div className="rail:hidden">
          <ThemeToggle compact />
        </div>
      </header>
      {tracks.length === 0 && <NoTracks isRecording={isRecording} />}
      {newest && <Newest track={newest} isLiked={isNewestLiked} />}
      {rest.tracks.length > 0 && (
        <section aria-labelledby="newest" className="pt-8">
          <h2 id="newest" className="pb-1 text-lg">
            {isFirst ? "新着" : "新着の続き"}
          </h2>
          <PagedTracks first={rest} label="新着の音声" />
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

/** The newest track, as the first thing to hear. */
function Newest({ track, isLiked }: { track: ListedTrack; isLiked: boolean }) {
  return (
    <section
      aria-labelledby="on-air"
      className="relative mt-1 overflow-hidden rounded-[20px] border border-line bg-surface"
    >
      <div className="grid gap-5 p-5 rail:grid-cols-[13rem_1fr] rail:items-center rail:gap-6 rail:p-6">
        <Cover track={track} large className="mx-auto w-full max-w-52" />
        <div className="space-y-3 text-center rail:text-left">
          <h2 id="on-air" className="text-xs font-bold tracking-[0.12em] text-accent">
            いちばん新しい音声
          </h2>
          <Link
            to={track.path}
            className={classNames(
              "block font-bold text-balance hover:underline",
              track.title.length > longTitle ? "leading-snug" : "text-lg",
            )}
          >
            {track.title}
          </Link>
          <p className="text-sm text-muted">
            <Link to={track.posterPath} className="-m-3 inline-block p-3 hover:text-ink hover:underline">
              {track.posterName}
            </Link>
            <span className="mx-2" aria-hidden="true">
              ·
            </span>
            <span className="tabular-nums">{formatTime(track.duration)}</span>
          </p>
          <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 unscripted:flex unscripted:justify-center rail:flex rail:justify-start">
            <PlayButton track={track} size="large" className="col-start-2" />
            <LikeButton track={track} isLiked={isLiked} className="col-start-3" />
          </div>
          <noscript>
            <PlainAudio track={track} />
          </noscript>
        </div>
      </div>
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
