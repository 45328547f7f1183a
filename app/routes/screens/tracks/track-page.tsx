import { type MouseEvent, useMemo, useState } from "react";
import { redirect, useNavigate } from "react-router";
import { describeScript } from "#app/engines/script/script.ts";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { pickClipPath } from "#app/features/clips/clip.ts";
import type { ClipPicker } from "#app/features/clips/clip-picker.tsx";
import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { coverPath } from "#app/features/covers/cover-path.server.ts";
import { correctionPath } from "#app/features/creation/correction/correction.ts";
import { CorrectionRecord } from "#app/features/creation/correction/correction-record.tsx";
import {
  findCorrectionObstacle,
  listCorrections,
} from "#app/features/creation/correction/find-corrections.server.ts";
import { ShareTrack } from "#app/features/embed/share-track.tsx";
import { LikeButton } from "#app/features/likes/like-button.tsx";
import { findLikedTrackIds } from "#app/features/likes/server/find-likes.server.ts";
import { useImpression } from "#app/features/listening/use-listening-report.ts";
import { DownloadButton } from "#app/features/offline/components/download-button.tsx";
import { HighQualityBadge } from "#app/features/playback/components/high-quality-badge.tsx";
import { Marquee } from "#app/features/playback/components/marquee.tsx";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { PlaybackNotice } from "#app/features/playback/components/playback-notice.tsx";
import { SeekButton, SkipButton } from "#app/features/playback/components/player-buttons.tsx";
import { SeekBar } from "#app/features/playback/components/seek-bar.tsx";
import {
  type PlayQueue,
  pageOfTrack,
  resumePosition,
  seekSeconds,
  streamPath,
} from "#app/features/playback/playback.ts";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { PageQueue } from "#app/features/playback/queue/page-queue.tsx";
import { QueueButtons } from "#app/features/playback/queue/queue-buttons.tsx";
import { TrackQueue } from "#app/features/playback/queue/track-queue.tsx";
import { SpeedButton } from "#app/features/playback/speed/speed-button.tsx";
import { BookmarkButton } from "#app/features/playlists/bookmark/components/bookmark-button.tsx";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { ReportLink } from "#app/features/reports/report-link.tsx";
import { useRootData } from "#app/features/site/root-data.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { TrackList } from "#app/features/tracks/list/track-list.tsx";
import { PlainAudio } from "#app/features/tracks/list/track-row.tsx";
import { findTakedowns } from "#app/features/tracks/moderation/find-takedowns.server.ts";
import type { Takedown } from "#app/features/tracks/moderation/moderation.ts";
import { TakedownNotice } from "#app/features/tracks/moderation/takedown-notice.tsx";
import { PremiumOnlyCard, RestForPremium } from "#app/features/tracks/premium-only-card.tsx";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { type Cue, type Track, trackPath } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { trackMeta } from "#app/features/tracks/track-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { CheckSummary } from "#app/features/tracks/transcript/claim-list.tsx";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { SearchSuggestions, suggestionsPath } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { Transcript } from "#app/features/tracks/transcript/transcript.tsx";
import { encodeTurns } from "#app/features/tracks/turns/turns.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { Count } from "#app/ui/count.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { BackLink } from "#app/ui/page.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import type { Route } from "./+types/track-page";

/** Other tracks of the author that are shown. */
const otherTrackCount = 4;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? trackMeta(loaderData) : []);

/** At `/track/{id}` and below its author's page; below another member's it redirects to its own. */
export const loader = pageLoader(async ({ params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const track = await findTrack({ viewer, trackId: parseTrackId(params) });
  const { url } = context.get(requestContext);
  const listed = toTrackListItem(track, viewer);
  const author = "userId" in params ? params.userId : undefined;
  const path = trackPath(track);
  if (author !== undefined && !isAuthor(track, author)) throw redirect(`${path}${url.search}`);
  const isOwn = track.userId === viewer?.id;
  const [others, takedown, liked, cues, corrections, correctionObstacle] = await Promise.all([
    findOtherTracks(track, viewer),
    findTakedown(track, viewer),
    findLikedTrackIds({ viewer, trackIds: [track.id] }),
    listCues({ viewer, track }),
    listCorrections({ viewer, track }),
    isOwn ? findCorrectionObstacle(track.id) : null,
  ]);
  const [shown = listed, ...shownOthers] = await withBookmarks(viewer, [listed, ...others]);
  return {
    track: { ...shown, turns: encodeTurns(cues) },
    address: new URL(path, url).href,
    isOwn,
    takedown,
    isLiked: liked.size > 0,
    posterPicture: track.posterPicture,
    uploadedAt: track.uploadedAt.toISOString(),
    description: describeScript(track.script),
    coverPath: viewer ? null : coverPath(trackCoverSpec(track, "1200x630")),
    wholeDuration: track.durationMs / 1000,
    cues,
    claims: track.factCheck?.claims ?? null,
    searches: track.factCheck?.searches ?? [],
    suggestions: suggestionsPath(track.factCheck, { kind: "track", id: track.id }),
    isHighQuality: track.hasHighQuality,
    speechCredit: track.speechCredit,
    speakerNames: track.speakerNames,
    isRecording: track.isRecording,
    corrections,
    correctionObstacle,
    resumeAt: resumePosition(track.leftAtMs, listed.duration * 1000),
    others: shownOthers,
  };
});

/** Custom ids are unique ignoring case, so they are compared ignoring it. */
function isAuthor(track: Track, name: string): boolean {
  return name === track.userId || name.toLowerCase() === track.posterCustomUserId?.toLowerCase();
}

/** The mark of the viewer's own track that is taken down; else null. */
async function findTakedown({ id, isVisible }: Track, viewer: TrackViewer): Promise<Takedown | null> {
  // Nobody else gets here by a hidden track.
  if (isVisible || !viewer) return null;
  return (await findTakedowns({ viewer, trackIds: [id] })).get(id) ?? null;
}

/** Other tracks of the author, newest first. */
async function findOtherTracks(track: Track, viewer: TrackViewer): Promise<TrackListItem[]> {
  const { tracks } = await listTracksOf({ userId: track.userId, viewer: null, limit: otherTrackCount + 1 });
  return tracks
    .filter(({ id }) => id !== track.id)
    .slice(0, otherTrackCount)
    .map((other) => toTrackListItem(other, viewer));
}

export default function TrackScreen({ loaderData }: Route.ComponentProps) {
  const {
    track,
    address,
    isOwn,
    takedown,
    isLiked,
    posterPicture,
    uploadedAt,
    wholeDuration,
    cues,
    claims,
    searches,
    suggestions,
    isHighQuality,
    speechCredit,
    speakerNames,
    isRecording,
    corrections,
    correctionObstacle,
    resumeAt,
    others,
  } = loaderData;
  useImpression(track.id);
  const { pickHere, picker } = useClipPicker(track.id, cues);
  const high = useRootData()?.entitlements.highQuality ?? false;
  const queue = useMemo((): PlayQueue => {
    const name = `${track.posterName}のほかの音声`;
    // An author's only track goes on with the newest ones of all.
    const next = others.length > 0 ? null : "/api/tracks?order=newest";
    return { name, path: pageOfTrack(track), tracks: [track, ...others], isPlaylist: false, next };
  }, [track, others]);
  return (
    <TrackQueue track={track} queue={queue}>
      <div className="track-page">
        <BackLink to="/" label="ホーム" />
        <article>
          <header className="space-y-5 text-center">
            {takedown && <TakedownNotice takedown={takedown} />}
            <CoverImage track={track} isMain className="track-cover" />
            <Cached as="div" className="space-y-2" of={Titles} props={{ track, posterPicture }} />
            <Cached
              as="div"
              data-track-controls={track.id}
              className="mx-auto max-w-110"
              of={Controls}
              props={{ track, high, resumeAt, cues }}
            />
            {track.isExcerpt && <PremiumOnlyCard wholeDuration={wholeDuration} />}
            <div className="flex flex-wrap items-center justify-center gap-2">
              <LikeButton track={track} isLiked={isLiked} />
              <BookmarkButton track={track} variant="pill" />
              <DownloadButton track={track} />
            </div>
            <QueueButtons track={track} />
            <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm text-muted">
              <Count icon="headphones" label="再生" value={track.playCount} />
              <Count icon="eye" label="表示" value={track.impressionCount} />
              <time dateTime={uploadedAt}>{track.date}</time>
              {isHighQuality && <HighQualityBadge />}
              {speechCredit && <span>音声 {speechCredit}</span>}
              {!isRecording && <Badge icon="voice">AI音声</Badge>}
            </div>
            <ul aria-label="ラベル" className="flex flex-wrap justify-center gap-2">
              {track.isHidden && !takedown && (
                <li>
                  <Badge icon="lock">非公開</Badge>
                </li>
              )}
              {track.isPremiumOnly && !track.isExcerpt && (
                <li className="self-center">
                  <Badge icon="crown" tone="gold">
                    プレミアム限定
                  </Badge>
                </li>
              )}
              {track.labels.map((name) => (
                <li key={name}>
                  <PlainLink
                    to={`/search?${new URLSearchParams({ category: name })}`}
                    className="inline-flex min-h-11 items-center rounded-full bg-sunken px-4 text-sm text-muted hover:text-ink"
                  >
                    {name}
                  </PlainLink>
                </li>
              ))}
            </ul>
            {/* Menus of rows lead here. */}
            <div id="share" className="scroll-mt-20 space-y-1">
              {!track.isHidden && <ShareTrack track={track} address={address} />}
              {!isOwn && <ReportLink trackId={track.id} />}
            </div>
          </header>
          <div className="space-y-8">
            {(cues.length > 0 || track.isExcerpt) && (
              <section aria-labelledby="transcript" className="space-y-4">
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <h2 id="transcript" className="text-lg">
                    文字で読む
                  </h2>
                  {!track.isHidden && cues.length > 0 && (
                    <PlainLink
                      to={pickClipPath(track.id)}
                      onClick={pickHere}
                      className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-ink"
                    >
                      一節を選ぶ
                    </PlainLink>
                  )}
                </div>
                <Transcript track={track} cues={cues} claims={claims ?? []} names={speakerNames} />
                {picker}
                {!track.isExcerpt && <CheckSummary claims={claims} />}
                <SearchSuggestions searches={searches} path={suggestions} />
                {track.isExcerpt && (
                  <p className="text-center text-sm">
                    <RestForPremium />
                  </p>
                )}
              </section>
            )}
            <CorrectionRecord corrections={corrections} />
            {isOwn && !takedown && !isRecording && (
              <p className="text-center text-sm text-muted">
                {correctionObstacle ?? (
                  <ButtonLink to={correctionPath(track.id)} variant="quiet" icon="edit">
                    音声を訂正する
                  </ButtonLink>
                )}
              </p>
            )}
          </div>
        </article>
        <PageQueue path={queue.path}>
          {others.length > 0 && (
            <section aria-labelledby="others">
              <div className="flex items-center justify-between gap-4 pb-1">
                <h2 id="others" className="min-w-0 truncate text-lg">
                  {track.posterName}のほかの音声
                </h2>
                <PlainLink
                  to={track.posterPath}
                  aria-label={`${track.posterName}の音声をすべて見る`}
                  className="-mr-2 inline-flex min-h-11 shrink-0 items-center rounded-full px-2 text-sm text-muted hover:text-ink"
                >
                  すべて見る
                </PlainLink>
              </div>
              <ListQueue queue={queue}>
                <TrackList tracks={others} label={queue.name} />
              </ListQueue>
            </section>
          )}
        </PageQueue>
      </div>
    </TrackQueue>
  );
}

/**
 * 「一節を選ぶ」 of a member lets sentences be picked in the transcript, by code that is loaded then; otherwise it leads to the page that
 * does the same.
 */
function useClipPicker(trackId: number, cues: readonly Cue[]) {
  const isMember = useRootData()?.isMember ?? false;
  const navigate = useNavigate();
  const [Picker, setPicker] = useState<typeof ClipPicker | null>(null);
  const [pickedOn, setPickedOn] = useState<number | null>(null);
  const pickHere = (event: MouseEvent) => {
    if (!isMember || !isPlainClick(event)) return;
    event.preventDefault();
    import("#app/features/clips/clip-picker.tsx").then(
      (loaded) => {
        setPicker(() => loaded.ClipPicker);
        setPickedOn(trackId);
      },
      () => void navigate(pickClipPath(trackId)),
    );
  };
  const picker = Picker && pickedOn === trackId && (
    <Picker trackId={trackId} cues={cues} onClose={() => setPickedOn(null)} />
  );
  return { pickHere, picker };
}

function Titles({ track, posterPicture }: { track: TrackListItem; posterPicture: string | null }) {
  return (
    <>
      <h1 className="player-title text-balance rail:[@media(height>420px)]:text-xl">
        <Marquee text={track.title} />
      </h1>
      <p className="-my-2 text-sm text-muted">
        <PlainLink
          to={track.posterPath}
          className="inline-flex max-w-full items-center gap-2 p-2.5 hover:text-ink hover:underline"
        >
          <Avatar name={track.posterName} picture={posterPicture} width={28} className="size-7" />
          <span className="min-w-0 truncate">{track.posterName}</span>
        </PlainLink>
      </p>
    </>
  );
}

interface ControlsProps {
  track: TrackListItem;
  high: boolean;
  /** Seconds; 0 for the beginning. */
  resumeAt: number;
  cues: readonly Cue[];
}

function Controls({ track, high, resumeAt, cues }: ControlsProps) {
  return (
    <>
      <SeekBar track={track} />
      <div className="player-buttons pt-1">
        <SpeedButton />
        <SeekButton track={track} seconds={-seekSeconds} />
        <PlayButton track={track} size="player" />
        <SeekButton track={track} seconds={seekSeconds} />
        <SkipButton to="next" />
      </div>
      <PlaybackNotice trackId={track.id} className="pt-3 text-sm" />
      <noscript>
        <PlainAudio track={track} high={high} />
        {resumeAt > 0 && (
          <a
            href={`${streamPath(track, { high })}#t=${Math.floor(resumeAt)}`}
            className="inline-flex min-h-11 items-center font-bold underline"
          >
            {formatTime(resumeAt)}から
          </a>
        )}
        <StripLinks track={track} cues={cues} />
      </noscript>
    </>
  );
}

/** The strip without JavaScript: links to where chapters begin, or to the quarters of a track that has none. */
function StripLinks({ track, cues }: Pick<ControlsProps, "track" | "cues">) {
  const chapters = cues.filter(({ section }) => section !== null);
  const places =
    chapters.length > 1
      ? chapters.map(({ startMs, section }) => ({ seconds: startMs / 1000, title: section }))
      : [0, 1, 2, 3].map((quarter) => ({ seconds: (quarter * track.duration) / 4, title: null }));
  return (
    <nav aria-label="途中から聴く" className="flex flex-wrap justify-center gap-x-4 text-sm">
      {places.map(({ seconds, title }) => (
        <a
          key={seconds}
          href={`${streamPath(track)}#t=${seconds.toFixed(1)}`}
          className="inline-flex min-h-11 items-center underline"
        >
          {formatTime(seconds)}から{title && ` ${title}`}
        </a>
      ))}
    </nav>
  );
}
