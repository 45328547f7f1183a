import { useMemo } from "react";
import { redirect } from "react-router";
import { describeScript, describeText } from "#app/engines/script/script.ts";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { BlockedAuthorNotice } from "#app/features/blocks/block-forms.tsx";
import { isBlocked } from "#app/features/blocks/is-blocked.server.ts";
import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { coverPath } from "#app/features/covers/cover-path.server.ts";
import { correctionPath } from "#app/features/creation/correction/correction.ts";
import { CorrectionRecord } from "#app/features/creation/correction/correction-record.tsx";
import {
  findCorrectionObstacle,
  listCorrections,
} from "#app/features/creation/correction/find-corrections.server.ts";
import { isJustPublished } from "#app/features/creation/creation.ts";
import { loadPublication } from "#app/features/creation/publish/load-publication.server.ts";
import { PublishedActs, PublishedHeading } from "#app/features/creation/publish/published-parts.tsx";
import { ShareTrack } from "#app/features/embed/share-track.tsx";
import { LikeButton } from "#app/features/likes/like-button.tsx";
import { findLikedTrackIds } from "#app/features/likes/server/find-likes.server.ts";
import { useImpression } from "#app/features/listening/use-listening-report.ts";
import { DownloadButton } from "#app/features/offline/components/download-button.tsx";
import { Marquee } from "#app/features/playback/components/marquee.tsx";
import { type PlayQueue, pageOfTrack, resumePosition } from "#app/features/playback/playback.ts";
import { ListQueue } from "#app/features/playback/queue/list-queue.tsx";
import { PageQueue } from "#app/features/playback/queue/page-queue.tsx";
import { QueueButtons } from "#app/features/playback/queue/queue-buttons.tsx";
import { TrackQueue } from "#app/features/playback/queue/track-queue.tsx";
import { withBookmarks } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { verifyPath } from "#app/features/provenance/provenance.ts";
import { reportMessages, reportPath } from "#app/features/reports/report.ts";
import { ReportLink } from "#app/features/reports/report-link.tsx";
import { SeriesLineView } from "#app/features/series/components/series-line.tsx";
import { findSeriesLine } from "#app/features/series/server/find-series.server.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { TrackList } from "#app/features/tracks/list/track-list.tsx";
import { findTakedowns } from "#app/features/tracks/moderation/find-takedowns.server.ts";
import type { Takedown } from "#app/features/tracks/moderation/moderation.ts";
import { TakedownNotice } from "#app/features/tracks/moderation/takedown-notice.tsx";
import { PremiumOnlyCard } from "#app/features/tracks/premium-only-card.tsx";
import { describeListing } from "#app/features/tracks/server/describe-listing.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { type Track, trackPath } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { trackMeta } from "#app/features/tracks/track-meta.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { suggestionsPath } from "#app/features/tracks/transcript/search-suggestions.tsx";
import { encodeTurns } from "#app/features/tracks/turns/turns.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { requestContext } from "#app/http/core/request-context.ts";
import wideStylesheet from "#app/styles/track-page-wide.css?url";
import transcriptStylesheet from "#app/styles/transcript.css?url";
import { ButtonLink } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { BackLink } from "#app/ui/page.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import type { Route } from "./+types/track-page";
import { TrackControls } from "./track-controls.tsx";
import { TrackFacts } from "./track-facts.tsx";
import { TranscriptSection } from "./transcript-section.tsx";

const otherTrackCount = 4;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? trackMeta(loaderData) : []);

/** At `/track/{id}` and below its author's page; below another member's it redirects to its own. */
export const loader = viewerLoader(async ({ params, context, viewer }: ByViewer<Route.LoaderArgs>) => {
  const track = await findTrack({ viewer, trackId: parseTrackId(params) });
  const { url } = context.get(requestContext);
  const listed = toTrackListItem(track, viewer);
  const author = "userId" in params ? params.userId : undefined;
  const path = trackPath(track);
  if (author !== undefined && !isAuthor(track, author)) throw redirect(`${path}${url.search}`);
  const isOwn = track.userId === viewer?.id;
  const isArrival = viewer !== null && isOwn && track.isVisible && isJustPublished(url.searchParams);
  const address = new URL(path, url).href;
  const [
    others,
    takedown,
    liked,
    cues,
    corrections,
    correctionObstacle,
    listing,
    seriesLine,
    publication,
    isAuthorBlocked,
  ] = await Promise.all([
    findOtherTracks(track, viewer),
    findTakedown(track, viewer),
    findLikedTrackIds({ viewer, trackIds: [track.id] }),
    listCues({ viewer, track }),
    listCorrections({ viewer, track }),
    isOwn ? findCorrectionObstacle(track.id) : null,
    isOwn && track.isVisible ? describeListing(track.id) : null,
    track.isEpisode ? findSeriesLine({ viewer, trackId: track.id }) : null,
    isArrival ? loadPublication({ viewer, track, address }) : null,
    isBlocked({ viewer, userId: track.userId }),
  ]);
  const episodes = (await findTracksById(seriesLine?.followingIds ?? [])).map((episode) =>
    toTrackListItem(episode, viewer),
  );
  const [shown = listed, ...rest] = await withBookmarks(viewer, [listed, ...others, ...episodes]);
  return {
    track: { ...shown, turns: encodeTurns(cues) },
    address,
    isOwn,
    takedown,
    isLiked: liked.size > 0,
    posterPicture: track.posterPicture,
    uploadedAt: track.uploadedAt.toISOString(),
    said: track.description,
    description: track.description ? describeText(track.description) : describeScript(track.script),
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
    listing,
    seriesLine,
    publication,
    isAuthorBlocked,
    resumeAt: resumePosition(track.leftAtMs, listed.duration * 1000),
    others: rest.slice(0, others.length),
    episodes: rest.slice(others.length),
  };
});

/** Ignores case, as the uniqueness of custom ids does. */
function isAuthor(track: Track, name: string): boolean {
  return name === track.userId || name.toLowerCase() === track.posterCustomUserId?.toLowerCase();
}

/** Null unless the viewer's own track is taken down. */
async function findTakedown({ id, isVisible }: Track, viewer: TrackViewer): Promise<Takedown | null> {
  // Nobody else gets here by a hidden track.
  if (isVisible || !viewer) return null;
  return (await findTakedowns({ viewer, trackIds: [id] })).get(id) ?? null;
}

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
    said,
    corrections,
    correctionObstacle,
    listing,
    seriesLine,
    publication,
    isAuthorBlocked,
    resumeAt,
    others,
    episodes,
  } = loaderData;
  useImpression(track.id);
  const high = useRootData()?.entitlements.highQuality ?? false;
  const queue = useMemo((): PlayQueue => {
    const name = seriesLine?.name ?? `${track.posterName}のほかの音声`;
    const following = new Set(episodes.map(({ id }) => id));
    const tracks = [track, ...episodes, ...others.filter(({ id }) => !following.has(id))];
    // An author's only track goes on with the newest ones of all.
    const next = others.length > 0 ? null : "/api/tracks?order=newest";
    return { name, path: pageOfTrack(track), tracks, isPlaylist: false, next };
  }, [track, others, episodes, seriesLine]);
  const details = (
    <>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <LikeButton track={track} isLiked={isLiked} />
        <DownloadButton track={track} />
      </div>
      <QueueButtons track={track} />
      {seriesLine && <SeriesLineView line={seriesLine} />}
      <TrackFacts
        track={track}
        isTakenDown={takedown !== null}
        {...{ uploadedAt, isHighQuality, speechCredit, isRecording, listing }}
      />
      {/* Menus of rows lead here. */}
      <div id="share" className="scroll-mt-20 space-y-1">
        {!track.isHidden && !publication && <ShareTrack track={track} address={address} />}
        {!isOwn && <ReportLink to={reportPath(track.id)} label={reportMessages.heading} />}
        {!track.isHidden && (
          <PlainLink
            to={`${verifyPath}?${new URLSearchParams({ url: pageOfTrack(track) })}`}
            rel="nofollow"
            className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-muted hover:text-ink hover:underline"
          >
            <Icon name="check" />
            音声を確かめる
          </PlainLink>
        )}
      </div>
    </>
  );
  return (
    <TrackQueue track={track} queue={queue}>
      {/* An upright phone doesn't wait for it. */}
      <link
        rel="stylesheet"
        href={wideStylesheet}
        precedence="page"
        media="(width >= 1100px), (height <= 480px)"
      />
      <div className="track-page">
        <BackLink to="/" label="ホーム" />
        <article>
          <header className="space-y-5 text-center">
            {takedown && <TakedownNotice takedown={takedown} />}
            {publication && <PublishedHeading />}
            {isAuthorBlocked && <BlockedAuthorNotice path={track.posterPath} className="text-left" />}
            <CoverImage track={track} isMain className="track-cover" />
            <Cached as="div" className="space-y-2" of={Titles} props={{ track, posterPicture }} />
            <Cached
              as="div"
              data-track-controls={track.id}
              className="mx-auto max-w-110"
              of={TrackControls}
              props={{ track, high, resumeAt, cues }}
              usesLocation
            />
            {track.isExcerpt && <PremiumOnlyCard wholeDuration={wholeDuration} />}
            {!publication && details}
          </header>
          <div className="space-y-8">
            {publication && (
              <PublishedActs track={track} publication={publication}>
                <ShareTrack track={track} address={address} />
              </PublishedActs>
            )}
            {publication && <div className="space-y-5 text-center">{details}</div>}
            {said && <p className="leading-[1.7] whitespace-pre-line [overflow-wrap:anywhere]">{said}</p>}
            {(cues.length > 0 || track.isExcerpt) && (
              <TranscriptSection
                track={track}
                cues={cues}
                names={speakerNames}
                {...{ claims, searches, suggestions }}
              />
            )}
            <CorrectionRecord corrections={corrections} />
            {isOwn && !takedown && (
              <div className="flex flex-wrap items-center justify-center gap-2 text-sm text-muted">
                {!publication && (
                  <ButtonLink to={`/track/${track.id}/edit`} variant="quiet" icon="edit">
                    情報を編集する
                  </ButtonLink>
                )}
                {!isRecording &&
                  (correctionObstacle ?? (
                    <ButtonLink to={correctionPath(track.id)} variant="quiet" icon="voice">
                      音声を訂正する
                    </ButtonLink>
                  ))}
              </div>
            )}
          </div>
        </article>
        <PageQueue path={queue.path}>
          {others.length > 0 && (
            <section aria-labelledby="others">
              <div className="flex items-center justify-between gap-4 pb-1">
                <h2 id="others" className="line-clamp-2 min-w-0 text-lg">
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
      {/* At the end: the page is painted without it. */}
      <link rel="stylesheet" href={transcriptStylesheet} />
    </TrackQueue>
  );
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
