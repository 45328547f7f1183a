import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PlaylistCover } from "#app/features/playlists/components/playlist-cover.tsx";
import type { WovenTrack } from "#app/features/playlists/weave.ts";
import { Mark } from "#app/features/shell/components/mark.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { Cover } from "#app/features/tracks/components/cover.tsx";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Icon } from "#app/ui/icon.tsx";
import style from "../embed-page.css?raw";
import script from "../embed-player.js?raw";

interface EmbedPageProps {
  /** Null when there is none to be heard. */
  track: ListedTrack | null;
  origin: string;
  nonce: string;
}

/**
 * The player in other sites' pages: a document of its own, without the app. The browser's own controls play where
 * scripts don't run; a small script puts ours in their place.
 */
export function embedPage({ track, origin, nonce }: EmbedPageProps): string {
  if (!track) return nothingPage({ title: "音声が見つかりません", origin, nonce });
  const { title, path, posterName, posterPath } = track;
  return documentOf({
    title,
    canonical: origin + path,
    nonce,
    body: (
      <Player
        element="main"
        first={track}
        title={title}
        page={origin + path}
        by={{ name: posterName, page: origin + posterPath }}
        cover={<Cover track={track} large className="cover" />}
        origin={origin}
      />
    ),
  });
}

/** What a playlist's player shows. */
export interface EmbeddedPlaylist {
  name: string;
  path: string;
  ownerName: string;
  ownerPath: string;
  categories: readonly string[];
  woven: readonly WovenTrack[];
  /** All that everybody may hear, in its order. */
  tracks: readonly ListedTrack[];
}

/** The same for a playlist; null when there is none to be heard. Without scripts it plays the first, and links the others. */
export function embedPlaylistPage(o: {
  playlist: EmbeddedPlaylist | null;
  origin: string;
  nonce: string;
}): string {
  const { playlist, origin, nonce } = o;
  if (!playlist) return nothingPage({ title: "プレイリストが見つかりません", origin, nonce });
  const { name, path, tracks } = playlist;
  const [first] = tracks;
  if (!first) return nothingPage({ title: "このプレイリストにはまだ音声がありません", origin, nonce });
  return documentOf({
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
            <PlaylistCover tracks={playlist.woven} category={playlist.categories[0]} className="cover" />
          }
          origin={origin}
        />
        <Tracks tracks={tracks} origin={origin} />
      </main>
    ),
  });
}

function nothingPage({ title, origin, nonce }: { title: string; origin: string; nonce: string }): string {
  return documentOf({ title, canonical: null, nonce, body: <Nothing title={title} origin={origin} /> });
}

/** With a canonical address there is something to be played. */
function documentOf(o: { title: string; canonical: string | null; nonce: string; body: ReactNode }): string {
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, whole */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {body}
        {canonical && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, whole
          <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </body>
    </html>,
  )}`;
}

function Player(o: {
  element: "main" | "div";
  first: ListedTrack;
  title: string;
  page: string;
  by: { name: string; page: string };
  cover: ReactNode;
  origin: string;
}) {
  const { element: Element, first, title, page, by, cover, origin } = o;
  const { id, duration } = first;
  return (
    <Element className="player" data-track={id} data-duration={duration}>
      {cover}
      <header>
        <h1>
          <Away href={page}>{title}</Away>
        </h1>
        <p>
          <Away href={by.page}>{by.name}</Away>
        </p>
      </header>
      <Away href={origin} className="house">
        <Mark thickness={8} />
        <span>Mugen</span>
      </Away>
      <div className="sound">
        {/* biome-ignore lint/a11y/useMediaCaption: the track's page, linked above, carries the whole transcript */}
        <audio controls preload="none" src={`/api/stream/${id}`} aria-label={first.title} />
        <div className="controls" hidden>
          <button type="button" aria-label={`「${first.title}」を再生`} data-title={first.title}>
            <Icon name="play" />
            <Icon name="pause" />
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
          <span className="whole">{formatTime(duration)}</span>
        </div>
        <p role="alert" className="trouble" />
      </div>
    </Element>
  );
}

/** Links to the tracks' pages, of which the script makes places to play from. */
function Tracks({ tracks, origin }: { tracks: readonly ListedTrack[]; origin: string }) {
  return (
    <ol className="tracks" aria-label="プレイリストの音声">
      {tracks.map(({ id, title, duration, path, posterName }, index) => (
        <li key={id}>
          <a
            href={origin + path}
            target="_blank"
            rel="noopener"
            data-track={id}
            data-duration={duration}
            data-title={title}
            data-poster={posterName}
            aria-current={index === 0 ? "true" : undefined}
          >
            <span className="number">{index + 1}</span>
            <span className="title">{title}</span>
            <span>{formatTime(duration)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Nothing({ title, origin }: { title: string; origin: string }) {
  return (
    <main className="nothing">
      <h1>{title}</h1>
      <p>
        <Away href={origin}>Mugenを開く</Away>
      </p>
    </main>
  );
}

/** A link out of the frame. */
function Away({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  );
}
