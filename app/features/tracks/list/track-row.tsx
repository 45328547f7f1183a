import type { ReactNode } from "react";
import { Link } from "react-router";
import { TrackCover } from "#app/features/covers/track-cover.tsx";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { usePlayback, useTrackPlayback } from "#app/features/playback/hooks/use-player.tsx";
import { streamPath } from "#app/features/playback/playback.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Count } from "#app/ui/count.tsx";
import type { TrackListItem } from "../track-list-item.ts";
import { useTrackRowSlots } from "./track-row-slots.ts";

interface TrackRowProps {
  track: TrackListItem;
  /** A like button, instead of the number of likes. */
  likeButton?: ReactNode;
  /** Seconds to play from when it is not the current track; default: where it was left. */
  from?: number;
  /** Before the cover. */
  lead?: ReactNode;
  /** Instead of the duration. */
  time?: ReactNode;
  /** Instead of the plain title. */
  title?: ReactNode;
  /** One more line below the numbers, which then lack the likes. */
  detail?: ReactNode;
  /** Beside the play button. */
  aside?: ReactNode;
  /** Below the row. */
  actions?: ReactNode;
}

/** A track in a list. */
export function TrackRow({
  track,
  lead,
  time,
  likeButton,
  title,
  from,
  detail,
  aside,
  actions,
}: TrackRowProps) {
  const { BookmarkButton, LikeCount } = useTrackRowSlots();
  const isCurrent = useTrackPlayback(track.id, (own) => own !== null);
  return (
    <li
      data-track={track.id}
      // `block`: browsers lay list items with markers out again whenever a dialog opens.
      className="block px-2 [contain-intrinsic-block-size:auto_6rem] rail:[contain-intrinsic-block-size:auto_6.75rem] [content-visibility:auto] unscripted:[content-visibility:visible]"
    >
      <div className="relative -mx-2 my-1 flex items-center gap-3 rounded-card px-2 py-2.5 transition-[background-color] hover:bg-sunken/50 has-[a:active]:bg-sunken/50">
        {lead}
        {/* Beside a drag handle the narrowest phones have no room for the cover. */}
        <div className="relative shrink-0 in-[.sortable]:max-[22.5rem]:hidden">
          <TrackCover track={track} className="size-[min(4rem,20vw)] rail:size-20" />
          {isCurrent && <PlayingIndicator />}
        </div>
        <div className="min-w-[min(5rem,25%)] flex-1 space-y-1">
          <Link
            to={track.path}
            aria-current={isCurrent || undefined}
            className={classNames(
              "line-clamp-2 min-h-6 leading-snug font-bold text-pretty after:absolute after:inset-0 after:rounded-card after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent",
              isCurrent && "text-accent",
            )}
          >
            {title ?? track.title}
          </Link>
          <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
            {/* A tap target of 44 px without a higher row: its padding overlaps the row's own link. */}
            <Link
              to={track.posterPath}
              className="relative z-10 -mx-2 -mt-2.5 -mb-4 max-w-[calc(12em+1rem)] min-w-11 truncate px-2 pt-2.5 pb-4 hover:text-ink hover:underline"
            >
              {track.posterName}
            </Link>
            {time ?? (
              <span className="tabular-nums">
                {track.isOpening ? "冒頭 " : <span className="sr-only">長さ </span>}
                {formatTime(track.duration)}
              </span>
            )}
            <Count icon="headphones" label="再生" value={track.playCount} />
            {!likeButton && !detail && LikeCount && <LikeCount track={track} />}
            {!track.isVisible && <Badge icon="lock">非公開</Badge>}
            {track.isPremiumOnly && (
              <Badge icon="crown" tone="gold">
                プレミアム限定
              </Badge>
            )}
          </div>
          {detail}
          <div className="hidden flex-wrap items-center gap-1.5 text-xs text-muted rail:flex">
            {track.labels.slice(0, 3).map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
            <span className="ml-1">{track.date}</span>
          </div>
        </div>
        {/* Stacked where large text leaves no room for both side by side. */}
        <div className="relative z-10 flex flex-wrap items-center justify-center gap-2">
          {likeButton}
          {aside}
          {/* One below the other on a phone; the negative margin keeps the row's height. */}
          <div className="-my-3 flex flex-col items-center rail:my-0 rail:flex-row rail:gap-2">
            <PlayButton track={track} look="quiet" from={from} />
            {BookmarkButton && <BookmarkButton track={track} look="row" />}
          </div>
        </div>
      </div>
      {actions}
      <noscript>
        <div className="pb-3">
          <PlainAudio track={track} />
        </div>
      </noscript>
    </li>
  );
}

/** Over the cover of the current track: three bars, animated while it plays. */
function PlayingIndicator() {
  const isPlaying = usePlayback(({ status }) => status === "playing");
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "absolute inset-0 flex items-center justify-center gap-1 rounded-card bg-veil",
        isPlaying ? "*:animate-sound" : "*:scale-y-30",
      )}
    >
      {[0, -700, -300].map((delay) => (
        <span
          key={delay}
          style={{ animationDelay: `${delay}ms` }}
          className="h-6 w-1 rounded-full bg-[#fff]"
        />
      ))}
    </span>
  );
}

/** The browser's own player, for pages without JavaScript. Loads nothing before playback. */
export function PlainAudio({ track }: { track: { id: number; title: string } }) {
  const high = useRootData()?.entitlements.highQuality ?? false;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the track's page carries the whole transcript as text
    <audio controls preload="none" src={streamPath(track, { high })} aria-label={track.title} />
  );
}
