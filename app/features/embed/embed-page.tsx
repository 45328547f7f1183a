import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type ClipView, clipPath, clipSound, clipText } from "#app/features/clips/clip.ts";
import { TrackCover } from "#app/features/covers/track-cover.tsx";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { PlaylistCover } from "#app/features/playlists/cover/playlist-cover.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { aiSpeechLabel, type Track } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { filled } from "#app/ui/icon-shapes.ts";
import { DrawnLogo } from "#app/ui/logo.tsx";
import style from "./embed-page.css?raw";
import script from "./embed-player.js?raw";
import type { findEmbeddedPlaylist } from "./find-embedded-playlist.server.ts";

interface EmbedPageProps {
  /** Null if missing or not public. */
  track: Track | null;
  origin: string;
  nonce: string;
}

/** A track's embedded player as HTML, without the app: the browser's audio controls, which a small inline script replaces. */
export function embedPage({ track, origin, nonce }: EmbedPageProps): string {
  if (!track) return notFoundPage({ title: "音声が見つかりません", origin, nonce });
  const item = toTrackListItem(track, null);
  const { title, posterName, posterPath } = item;
  const page = origin + pageOfTrack(item);
  const notes = [
    item.isExcerpt && "プレミアム限定（冒頭30秒）",
    !track.isRecording && aiSpeechLabel,
    track.speechCredit,
  ];
  return renderDocument({
    title,
    canonical: page,
    nonce,
    body: (
      <Player
        element="main"
        first={item}
        title={title}
        page={page}
        by={{ name: posterName, page: origin + posterPath }}
        cover={<TrackCover track={item} className="cover" />}
        note={notes.filter(Boolean).join(" ・ ")}
        origin={origin}
      />
    ),
  });
}

/** A clip's embedded player, which ends with the passage: without scripts by the browser's controls. */
export function embedClipPage(o: {
  clip: ClipView | null;
  track: Track | null;
  origin: string;
  nonce: string;
}): string {
  const { clip, track, origin, nonce } = o;
  if (!clip || !track) return notFoundPage({ title: "一節が見つかりません", origin, nonce });
  const notes = [clip.authorName, !track.isRecording && aiSpeechLabel, track.speechCredit];
  return renderDocument({
    title: clip.title,
    canonical: origin + clipPath(clip),
    nonce,
    body: (
      <Player
        element="main"
        first={toTrackListItem(track, null)}
        passage={clip}
        title={`「${clipText(clip)}」`}
        page={origin + clipPath(clip)}
        by={{ name: clip.title, page: origin + clip.trackPath }}
        cover={<TrackCover track={toTrackListItem(track, null)} className="cover" />}
        note={notes.filter(Boolean).join(" ・ ")}
        origin={origin}
      />
    ),
  });
}

/** A playlist's embedded player. Without scripts it plays the first track and links to the others. */
export function embedPlaylistPage(o: {
  playlist: Awaited<ReturnType<typeof findEmbeddedPlaylist>> | null;
  origin: string;
  nonce: string;
}): string {
  const { playlist, origin, nonce } = o;
  if (!playlist) return notFoundPage({ title: "プレイリストが見つかりません", origin, nonce });
  const { name, path, tracks } = playlist;
  const [first] = tracks;
  if (!first) return notFoundPage({ title: "このプレイリストにはまだ音声がありません", origin, nonce });
  return renderDocument({
    title: name,
    canonical: origin + path,
    nonce,
    body: (
      <main className="playlist">
        <Player
          element="div"
          first={first}
          title={name}
          page={origin + path}
          by={{ name: playlist.ownerName, page: origin + playlist.ownerPath }}
          cover={
            <PlaylistCover
              tracks={playlist.coverTracks}
              category={playlist.categories[0]}
              className="cover"
            />
          }
          note={[playlist.isSpokenByAi && aiSpeechLabel, playlist.credits.join("、")]
            .filter(Boolean)
            .join(" ・ ")}
          origin={origin}
        />
        <Tracks tracks={tracks} origin={origin} />
      </main>
    ),
  });
}

function notFoundPage({ title, origin, nonce }: { title: string; origin: string; nonce: string }): string {
  return renderDocument({
    title,
    canonical: null,
    nonce,
    body: <NotFoundMessage title={title} origin={origin} />,
  });
}

/** `canonical` and the script only when there is something to play. */
function renderDocument(o: {
  title: string;
  canonical: string | null;
  nonce: string;
  body: ReactNode;
}): string {
  const { title, canonical, nonce, body } = o;
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{documentTitle(title)}</title>
        {canonical && <link rel="canonical" href={canonical} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, without user input */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {body}
        {canonical && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, without user input
          <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </body>
    </html>,
  )}`;
}

function Player(o: {
  element: "main" | "div";
  first: TrackListItem;
  /** All that it plays of `first`; else the whole. */
  passage?: ClipView;
  title: string;
  page: string;
  by: { name: string; page: string };
  cover: ReactNode;
  note?: string;
  origin: string;
}) {
  const { element: Element, first, passage, title, page, by, cover, note, origin } = o;
  // What everybody hears: a member's session doesn't matter here.
  const { id } = first;
  const [start, end] = passage ? [passage.startMs / 1000, passage.endMs / 1000] : [undefined, undefined];
  const duration = passage ? (passage.endMs - passage.startMs) / 1000 : first.duration;
  return (
    <Element className="player" data-track={id} data-duration={duration} data-start={start} data-end={end}>
      {cover}
      <header>
        <h1>
          <ExternalLink href={page}>{title}</ExternalLink>
        </h1>
        <p>
          <ExternalLink href={by.page}>{by.name}</ExternalLink>
          {note && ` ・ ${note}`}
        </p>
      </header>
      <ExternalLink href={origin} className="brand">
        <DrawnLogo />
        <span>Mugen</span>
      </ExternalLink>
      <div className="audio">
        {/* biome-ignore lint/a11y/useMediaCaption: the track's page, linked above, has the transcript */}
        <audio
          controls
          preload="none"
          src={passage ? clipSound(passage) : `/audio/${id}.mp3`}
          aria-label={passage ? `「${first.title}」の一節` : first.title}
        />
        <div className="controls" hidden>
          <button
            type="button"
            aria-label={`「${first.title}」を再生`}
            data-title={first.title}
            data-author={first.posterName}
          >
            <Shape path={filled.play} />
            <Shape path={filled.pause} />
          </button>
          <span className="elapsed">{formatTime(0)}</span>
          <input
            type="range"
            aria-label="再生位置"
            min={0}
            max={Math.max(1, Math.floor(duration))}
            step={1}
            defaultValue={0}
          />
          <span className="duration">{formatTime(duration)}</span>
        </div>
        <p role="alert" className="error" />
      </div>
    </Element>
  );
}

/** An icon drawn in the page, which has no style sheet of the app. */
const Shape = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** The script makes the links play here. */
function Tracks({ tracks, origin }: { tracks: readonly TrackListItem[]; origin: string }) {
  return (
    <ol className="tracks" aria-label="プレイリストの音声">
      {tracks.map((track, index) => (
        <li key={track.id}>
          <a
            href={origin + pageOfTrack(track)}
            target="_blank"
            rel="noopener"
            data-track={track.id}
            data-duration={track.duration}
            data-title={track.title}
            data-author={track.posterName}
            aria-current={index === 0 ? "true" : undefined}
          >
            <span className="number">{index + 1}</span>
            <span className="title">{track.title}</span>
            <span>
              {track.isExcerpt && "冒頭 "}
              {formatTime(track.duration)}
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function NotFoundMessage({ title, origin }: { title: string; origin: string }) {
  return (
    <main className="not-found">
      <h1>{title}</h1>
      <p>
        <ExternalLink href={origin}>Mugenを開く</ExternalLink>
      </p>
    </main>
  );
}

function ExternalLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  );
}

/** A page for any site to show. `isFound` false: 404. */
export function embedResponse(page: string, { isFound }: { isFound: boolean }): Response {
  return new Response(page, {
    status: isFound ? 200 : 404,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // Contains the nonce of this response.
      "Cache-Control": "private, no-cache",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
