import { Fragment, type ReactNode, useId } from "react";
import { Link } from "react-router";
import { useLikeState } from "#app/features/likes/like-switch.ts";
import { PlayButton } from "#app/features/playback/components/play-button.tsx";
import { usePlayback, usePlaybackOf } from "#app/features/playback/hooks/use-player.tsx";
import { soundPath } from "#app/features/playback/sound-path.ts";
import { BookmarkButton } from "#app/features/playlists/components/bookmark-button.tsx";
import { useRootData } from "#app/features/shell/hooks/use-root-data.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { ListedTrack } from "../listed-track.ts";
import { Cover } from "./cover.tsx";
import { Count } from "./track-counts.tsx";

/** Rows of one list. */
export interface RowsProps {
  tracks: readonly ListedTrack[];
  label: string;
  /** Draws a track and what stands below it, `position` counted from 0. */
  row: (track: ListedTrack, position: number) => ReactNode;
  /** What a row is known by. */
  keyOf: (track: ListedTrack) => string | number;
}

interface TrackListProps {
  tracks: readonly ListedTrack[];
  label: string;
  /** A plain `TrackRow` unless told. */
  row?: RowsProps["row"] | undefined;
  /** Its track unless told. */
  keyOf?: RowsProps["keyOf"] | undefined;
  /** The heading that a track stands under; those under the same one follow each other. */
  groupOf?: ((track: ListedTrack) => string) | undefined;
  /** Draws the rows; all of them unless told. */
  rows?: ((list: RowsProps) => ReactNode) | undefined;
}

/**
 * Tracks to choose from: press a row for its page, the button to listen right here. What is far out of sight is not
 * drawn, so that a thousand rows scroll as lightly as ten.
 */
export function TrackList(props: TrackListProps) {
  const { tracks, label, row = plainRow, keyOf = idOf, groupOf, rows = allRows } = props;
  if (!groupOf) return rows({ tracks, label, row, keyOf });
  const groups: { name: string; tracks: ListedTrack[] }[] = [];
  for (const track of tracks) {
    const name = groupOf(track);
    const last = groups.at(-1);
    if (last?.name === name) last.tracks.push(track);
    else groups.push({ name, tracks: [track] });
  }
  return (
    <div className="space-y-6">
      {groups.map((group) => (
        <Group key={group.name} name={group.name}>
          <Rows tracks={group.tracks} label={`${group.name}の${label}`} row={row} keyOf={keyOf} />
        </Group>
      ))}
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-1 text-sm font-bold text-muted">
        {name}
      </h2>
      {children}
    </section>
  );
}

function Rows({ tracks, label, row, keyOf }: RowsProps) {
  return (
    <ul aria-label={label} className="-mx-2 divide-y divide-line">
      {tracks.map((track, position) => (
        <Fragment key={keyOf(track)}>{row(track, position)}</Fragment>
      ))}
    </ul>
  );
}

const idOf = ({ id }: ListedTrack) => id;
const plainRow = (track: ListedTrack) => <TrackRow track={track} />;
const allRows = (list: RowsProps) => <Rows {...list} />;

interface TrackRowProps {
  track: ListedTrack;
  /** A heart to press, in the place of the number of likes. */
  heart?: ReactNode;
  /** Where it begins when it is not current, in seconds; where it was left unless told. */
  from?: number;
  /** Before its cover. */
  lead?: ReactNode;
  /** In the place of its duration. */
  time?: ReactNode;
  /** The title as it is shown; its plain text unless told. */
  title?: ReactNode;
  /** One line more below its numbers, of which it takes the place of the likes. */
  note?: ReactNode;
  /** Beside the button that plays. */
  aside?: ReactNode;
  /** What stands below. */
  actions?: ReactNode;
}

export function TrackRow({ track, lead, time, heart, title, from, note, aside, actions }: TrackRowProps) {
  const isCurrent = usePlaybackOf(track.id, (own) => own !== null);
  return (
    <li
      data-track={track.id}
      // A block: browsers lay out what has a marker anew whenever a dialog opens.
      className="block px-2 [contain-intrinsic-block-size:auto_6rem] rail:[contain-intrinsic-block-size:auto_6.75rem] [content-visibility:auto] unscripted:[content-visibility:visible]"
    >
      <div className="relative -mx-2 my-1 flex items-center gap-3 rounded-card px-2 py-2.5 transition-[background-color] hover:bg-sunken has-[a:active]:bg-sunken">
        {lead}
        {/* Beside a handle the narrowest phones have room for a title or for a picture. */}
        <div className="relative shrink-0 in-[.arrangeable]:max-[22.5rem]:hidden">
          <Cover track={track} className="size-[min(4rem,20vw)] rail:size-20" />
          {isCurrent && <SoundMark />}
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
            {/* A thumb's height without a higher row: it reaches over the row's own link, mostly below the line. */}
            <Link
              to={track.posterPath}
              className="relative z-10 -mx-2 -mt-2.5 -mb-4 max-w-[calc(12em+1rem)] min-w-11 truncate px-2 pt-2.5 pb-4 hover:text-ink hover:underline"
            >
              {track.posterName}
            </Link>
            {time ?? (
              <span className="tabular-nums">
                <span className="sr-only">長さ </span>
                {formatTime(track.duration)}
              </span>
            )}
            <Count icon="headphones" label="再生" value={track.playCount} />
            {!heart && !note && <LikeCount track={track} />}
            {!track.isVisible && <Badge icon="lock">非公開</Badge>}
          </div>
          {note}
          <div className="hidden flex-wrap items-center gap-1.5 text-xs text-muted rail:flex">
            {track.labels.slice(0, 3).map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
            <span className="ml-1">{track.date}</span>
          </div>
        </div>
        {/* Stacked where large text leaves no room for both. */}
        <div className="relative z-10 flex flex-wrap items-center justify-center gap-2">
          {heart}
          {aside}
          {/* Below each other on a phone, within the height that the row has anyway. */}
          <div className="-my-3 flex flex-col items-center rail:my-0 rail:flex-row rail:gap-2">
            <PlayButton track={track} look="quiet" from={from} />
            <BookmarkButton track={track} look="row" />
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

function LikeCount({ track }: { track: ListedTrack }) {
  return <Count icon="heart" label="いいね" value={useLikeState(track).likeCount} />;
}

/** Over the cover of the current track: three bars that dance while it sounds. */
function SoundMark() {
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

/** The browser's own player, for pages without JavaScript. Fetches nothing until it is asked to play. */
export function PlainAudio({ track }: { track: { id: number; title: string } }) {
  const high = useRootData()?.entitlements.highQuality ?? false;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the track's page carries the whole transcript as text
    <audio controls preload="none" src={soundPath(track, { high })} aria-label={track.title} />
  );
}

/** Rows on their way, as high as those that come. */
export function TrackListSkeleton({ rows }: { rows: number }) {
  return (
    <ul aria-hidden="true" className="-mx-2 divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <li key={row} className="flex items-center gap-3 px-2 py-3.5">
          <Skeleton shape="card" className="size-16 shrink-0 rail:size-20" />
          <div className="flex-1 space-y-2.5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
          <Skeleton shape="circle" className="size-11 shrink-0" />
        </li>
      ))}
    </ul>
  );
}
