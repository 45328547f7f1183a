import type { ReactNode } from "react";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { usePlayback, usePlayer, useTrackPlayback } from "#app/features/playback/hooks/use-player.tsx";
import { isPlaybackActive, pageOfTrack, streamPath } from "#app/features/playback/playback.ts";
import { useTrackSlots } from "#app/features/playback/track-slots.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { Count } from "#app/ui/count.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import type { TrackListItem } from "../track-list-item.ts";
import { RowMenu } from "./row-menu.tsx";

interface TrackRowProps {
  track: TrackListItem;
  /** Seconds to play from if not current; by default where it was left. */
  from?: number | undefined;
  isLiked?: boolean;
  /** In a grid of covers: without labels and date; half heard without JavaScript a link, as a player has no room. */
  isTile?: boolean;
  lead?: ReactNode;
  time?: ReactNode;
  title?: ReactNode;
  detail?: ReactNode;
  menu?: ReactNode;
  actions?: ReactNode;
}

/** The cover plays the track, the rest leads to its page, 「⋯」 has everything else. Only two tab stops. */
export function TrackRow(props: TrackRowProps) {
  const { track, from, isLiked, isTile, lead, time, title, detail, menu, actions } = props;
  const high = useRootData()?.entitlements.highQuality ?? false;
  const row = { "data-track": track.id, className: "row" };
  if (!(lead || time || title || detail || menu || actions))
    return (
      <Cached as="li" {...row} of={RowContent} props={{ track, from, isLiked, isTile, high }} usesLocation />
    );
  return (
    <li {...row}>
      <RowContent {...props} high={high} />
    </li>
  );
}

function RowContent(props: TrackRowProps & { high: boolean }) {
  const { from, isLiked, isTile, high, lead, time, title, detail, menu, actions } = props;
  const player = usePlayer();
  const hasEnded = useTrackPlayback(props.track.id, () => player.hasEnded(props.track.id));
  const track: TrackListItem = hasEnded ? { ...props.track, heard: 0, isHeard: true } : props.track;
  const { LikeCount } = useTrackSlots();
  const isCurrent = useTrackPlayback(track.id, (own) => own !== null);
  // A row looks as if it plays only while it does.
  const isActive = useTrackPlayback(track.id, (own) => own !== null && isPlaybackActive(own.status));
  return (
    <>
      <div className="row-body">
        {lead}
        <div className="row-cover" style={track.heard ? { "--heard": heardShare(track) } : undefined}>
          <CoverImage track={track} />
          {isActive && <PlayingIndicator />}
          <PlayButton track={track} size="cover" variant="quiet" from={from ?? track.heard} />
        </div>
        <div className="row-text">
          <PlainLink
            to={pageOfTrack(track)}
            tabIndex={-1}
            aria-current={isCurrent || undefined}
            className={isActive ? "row-title text-accent" : "row-title"}
          >
            {title ?? track.title}
          </PlainLink>
          <div className="row-facts">
            <PlainLink to={track.posterPath} tabIndex={-1} className="row-author">
              {track.posterName}
            </PlainLink>
            {time ?? <Duration track={track} />}
            {track.isHeard && (
              <span
                role="img"
                aria-label="聴き終わり"
                className={`row-seal ${hasEnded ? "motion-safe:animate-press" : ""}`}
              >
                済
              </span>
            )}
            {track.isHidden && <Badge icon="lock">非公開</Badge>}
            {track.isPremiumOnly && (
              <Badge icon="crown" tone="gold">
                プレミアム限定
              </Badge>
            )}
            {track.playCount > 0 && (
              <Count icon="headphones" label="再生" value={track.playCount} className="max-[360px]:hidden" />
            )}
            {LikeCount && <LikeCount track={track} />}
          </div>
          {detail}
          {!isTile && <div className="row-labels">{[...track.labels, track.date].join(" · ")}</div>}
          <RowMenu track={track} isLiked={isLiked}>
            {menu}
          </RowMenu>
        </div>
      </div>
      {actions}
      <noscript>
        {import.meta.env.SSR &&
          (isTile && from ? (
            <a href={pageOfTrack(track)} className="flex min-h-11 items-center text-sm text-accent underline">
              {`${formatTime(from)}から聴く`}
            </a>
          ) : (
            <PlainAudio track={track} high={high} />
          ))}
      </noscript>
    </>
  );
}

const heardShare = ({ heard = 0, duration }: TrackListItem) => `${Math.round((heard / duration) * 100)}%`;

function Duration({ track }: { track: TrackListItem }) {
  if (track.heard) return `のこり ${formatTime(track.duration - track.heard)}`;
  const time = formatTime(track.duration);
  if (track.isExcerpt) return `冒頭 ${time}`;
  return (
    <>
      <span className="sr-only">長さ </span>
      {time}
    </>
  );
}

function PlayingIndicator() {
  const isPlaying = usePlayback(({ status }) => status === "playing");
  if (!isPlaying) return null;
  return (
    <span aria-hidden="true" className="row-sound *:animate-sound">
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

/**
 * The browser's player, for pages without JavaScript. Loads nothing before playback. In `<noscript>` behind `import.meta.env.SSR`:
 * React draws nothing into it in the browser, whose scripts need not have it.
 */
export function PlainAudio(props: { track: Pick<TrackListItem, "id" | "title" | "from">; high?: boolean }) {
  const { track, high } = props;
  const root = useRootData();
  const isHigh = high ?? root?.entitlements.highQuality ?? false;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the track's page carries the whole transcript as text
    <audio
      controls
      preload="none"
      src={streamPath(track, { high: isHigh }) + (track.from ? `#t=${track.from}` : "")}
      aria-label={track.title}
    />
  );
}
