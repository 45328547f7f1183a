import { Link, redirect } from "react-router";
import { NotFound } from "#app/features/domain-error.ts";
import { findLikedAmong } from "#app/features/likes/find-liked-among.server.ts";
import { LikeButton } from "#app/features/likes/like-button.tsx";
import { PlayButton } from "#app/features/playback/play-button.tsx";
import { PlaybackTrouble } from "#app/features/playback/playback-trouble.tsx";
import { SeekBar } from "#app/features/playback/seek-bar.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { Cover } from "#app/features/tracks/cover.tsx";
import { findTrack } from "#app/features/tracks/find-track.server.ts";
import { listCues } from "#app/features/tracks/list-cues.server.ts";
import { listedTrack } from "#app/features/tracks/listed-track.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { Count } from "#app/features/tracks/track-counts.tsx";
import { PlainAudio } from "#app/features/tracks/track-list.tsx";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { Transcript } from "#app/features/tracks/transcript.tsx";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { BackLink } from "#app/ui/page.tsx";
import type { Route } from "./+types/track";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: documentTitle(loaderData?.track.title) },
  ...(loaderData ? [{ tagName: "link", rel: "canonical", href: loaderData.address }] : []),
];

/** At `/track/{id}` and below its poster's page (spec 2 §2, "Track page"); below another's it leads to its own. */
export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const { success, data } = trackParams.safeParse(params);
  if (!success) throw new NotFound("音声が見つかりません");
  const viewer = await getViewer(context);
  const track = await findTrack({ viewer, trackId: data.id });
  const { url } = context.get(requestContext);
  const listed = listedTrack(track);
  const poster = "userId" in params ? params.userId : undefined;
  if (poster !== undefined && !isPoster(track, poster)) throw redirect(`${listed.path}${url.search}`);
  return {
    track: { ...listed, impressionCount: track.impressionCount },
    address: new URL(listed.path, url).href,
    isLiked: (await findLikedAmong({ viewer, trackIds: [track.id] })).size > 0,
    uploadedAt: track.uploadedAt.toISOString(),
    cues: await listCues(track.id),
  };
});

/** Chosen ids are unique ignoring case, so they are found ignoring it. */
function isPoster(track: Track, name: string): boolean {
  return name === track.userId || name.toLowerCase() === track.posterCustomUserId?.toLowerCase();
}

export default function TrackScreen({ loaderData }: Route.ComponentProps) {
  const { track, isLiked, uploadedAt, cues } = loaderData;
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-2 pb-10 rail:px-6 rail:pt-6">
      <BackLink to="/" label="ホーム" />
      <article className="space-y-8">
        <header className="space-y-5 text-center">
          <Cover track={track} large className="mx-auto w-[min(62%,15rem)] shadow-floating" />
          <div className="space-y-2">
            <h1 className="text-lg text-balance rail:text-xl">{track.title}</h1>
            <p className="-my-2 text-sm text-muted">
              <Link to={track.posterPath} className="inline-block p-3 hover:text-ink hover:underline">
                {track.posterName}
              </Link>
            </p>
          </div>
          <div data-stage={track.id} className="mx-auto max-w-110">
            <SeekBar track={track} />
            <PlayButton track={track} size="large" className="mx-auto mt-2" />
            <PlaybackTrouble trackId={track.id} className="pt-3 text-sm" />
            <noscript>
              <PlainAudio track={track} />
            </noscript>
          </div>
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm text-muted">
            <Count icon="headphones" label="再生" value={track.playCount} />
            <LikeButton track={track} isLiked={isLiked} />
            <Count icon="eye" label="表示" value={track.impressionCount} />
            <time dateTime={uploadedAt}>{track.date}</time>
          </div>
          <ul aria-label="ラベル" className="flex flex-wrap justify-center gap-2">
            {!track.isVisible && (
              <li>
                <Badge icon="lock">非公開</Badge>
              </li>
            )}
            {track.labels.map((name) => (
              <li key={name}>
                <Link
                  to={`/search?${new URLSearchParams({ search: name })}`}
                  className="inline-flex min-h-11 items-center rounded-full bg-sunken px-4 text-sm text-muted hover:text-ink"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </header>
        {cues.length > 0 && (
          <section aria-labelledby="transcript" className="space-y-4">
            <h2 id="transcript" className="text-lg">
              文字で読む
            </h2>
            <Transcript track={track} cues={cues} />
          </section>
        )}
      </article>
    </div>
  );
}
