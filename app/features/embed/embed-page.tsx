import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { formatTime } from "#app/lib/format-time.ts";
import { Icon } from "#app/ui/icon.tsx";
import { documentTitle } from "../shell/document-title.ts";
import { Mark } from "../shell/mark.tsx";
import { Cover } from "../tracks/cover.tsx";
import type { ListedTrack } from "../tracks/listed-track.ts";
import style from "./embed-page.css?raw";
import script from "./embed-player.js?raw";

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
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{documentTitle(track?.title ?? "音声が見つかりません")}</title>
        {track && <link rel="canonical" href={origin + track.path} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, whole */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {track ? <Player track={track} origin={origin} /> : <Nothing origin={origin} />}
        {track && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files, whole
          <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </body>
    </html>,
  )}`;
}

function Player({ track, origin }: { track: ListedTrack; origin: string }) {
  const { id, title, duration, posterName } = track;
  return (
    <main className="player" data-track={id} data-duration={duration}>
      <Cover track={track} large className="cover" />
      <header>
        <h1>
          <Away href={origin + track.path}>{title}</Away>
        </h1>
        <p>
          <Away href={origin + track.posterPath}>{posterName}</Away>
        </p>
      </header>
      <Away href={origin} className="house">
        <Mark thickness={8} />
        <span>Mugen</span>
      </Away>
      <div className="sound">
        {/* biome-ignore lint/a11y/useMediaCaption: the track's page, linked above, carries the whole transcript */}
        <audio controls preload="none" src={`/api/stream/${id}`} aria-label={title} />
        <div className="controls" hidden>
          <button type="button" aria-label={`「${title}」を再生`} data-title={title}>
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
          <span>{formatTime(duration)}</span>
        </div>
        <p role="alert" className="trouble" />
      </div>
    </main>
  );
}

function Nothing({ origin }: { origin: string }) {
  return (
    <main className="nothing">
      <h1>音声が見つかりません</h1>
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
