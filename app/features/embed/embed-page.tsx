import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type ClipView, clipPath, clipSound, clipText } from "#app/features/clips/clip.ts";
import type { CoverTrack } from "#app/features/covers/playlist-cover.ts";
import { TrackCover } from "#app/features/covers/track-cover.tsx";
import { pageOfTrack } from "#app/features/playback/playback.ts";
import { PlaylistCover } from "#app/features/playlists/cover/playlist-cover.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import type { Track } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { filled } from "#app/ui/icon-shapes.ts";
import { DrawnLogo } from "#app/ui/logo.tsx";
import style from "./embed-page.css?raw";
import script from "./embed-player.js?raw";

interface EmbedPageProps {
  /** Null when it does not exist or is not public. */
  track: Track | null;
  origin: string;
  nonce: string;
}

/**
 * HTML of a track's embedded player: a document of its own, without the app. It uses the browser's audio controls; a
 * small inline script replaces them.
 */
export function embedPage({ track, origin, nonce }: EmbedPageProps): string {
  if (!track) return notFoundPage({ title: "音声が見つかりません", origin, nonce });
  const item = toTrackListItem(track, null);
  const { title, posterName, posterPath } = item;
  const page = origin + pageOfTrack(item);
  const notes = [item.isExcerpt && "プレミアム限定（冒頭30秒）", track.speechCredit];
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

/** HTML of a clip's embedded player: the browser's audio controls, whose sound ends with the passage. */
export function embedClipPage(o: {
  clip: ClipView | null;
  track: Track | null;
  origin: string;
  nonce: string;
}): string {
  const { clip, track, origin, nonce } = o;
  if (!clip || !track) return notFoundPage({ title: "一節が見つかりません", origin, nonce });
  const item = toTrackListItem(track, null);
  return renderDocument({
    title: clip.title,
    canonical: origin + clipPath(clip),
    isScripted: false,
    nonce,
    body: (
      <main className="player">
        <TrackCover track={item} className="cover" />
        <header>
          <h1>
            <ExternalLink href={origin + clipPath(clip)}>「{clipText(clip)}」</ExternalLink>
          </h1>
          <p>
            <ExternalLink href={origin + clip.trackPath}>{clip.title}</ExternalLink> ・ {clip.authorName}
          </p>
        </header>
        <ExternalLink href={origin} className="brand">
          <DrawnLogo thickness={8} />
          <span>Mugen</span>
        </ExternalLink>
        <div className="audio">
          {/* biome-ignore lint/a11y/useMediaCaption: its words stand above */}
          <audio controls preload="none" src={clipSound(clip)} aria-label={`「${clip.title}」の一節`} />
        </div>
      </main>
    ),
  });
}

export interface EmbeddedPlaylist {
  name: string;
  path: string;
  ownerName: string;
  ownerPath: string;
  categories: readonly string[];
  coverTracks: readonly CoverTrack[];
  /** Its public tracks in order. */
  tracks: readonly TrackListItem[];
}

/** HTML of a playlist's embedded player. Without scripts it plays the first track and links to the others. */
export function embedPlaylistPage(o: {
  playlist: EmbeddedPlaylist | null;
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

/** A canonical URL is set when there is something to play; only then the script is included. */
function renderDocument(o: {
  title: string;
  canonical: string | null;
  isScripted?: boolean;
  nonce: string;
  body: ReactNode;
}): string {
  const { title, canonical, isScripted = canonical !== null, nonce, body } = o;
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
        {isScripted && (
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
  title: string;
  page: string;
  by: { name: string; page: string };
  cover: ReactNode;
  /** After the name. */
  note?: string;
  origin: string;
}) {
  const { element: Element, first, title, page, by, cover, note, origin } = o;
  // The address of what everybody hears: a member's session doesn't matter here.
  const { id, duration } = first;
  return (
    <Element className="player" data-track={id} data-duration={duration}>
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
        <DrawnLogo thickness={8} />
        <span>Mugen</span>
      </ExternalLink>
      <div className="audio">
        {/* biome-ignore lint/a11y/useMediaCaption: the track's page, linked above, has the transcript */}
        <audio controls preload="none" src={`/audio/${id}.mp3`} aria-label={first.title} />
        <div className="controls" hidden>
          <button type="button" aria-label={`「${first.title}」を再生`} data-title={first.title}>
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

/** Links to the tracks' pages; the script makes them play here. */
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

/** A link that opens in a new tab, out of the frame. */
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

/** The answer with such a page, for any site to show. `isFound` false: there is nothing to play (404). */
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
