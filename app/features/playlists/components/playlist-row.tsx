import { type FormEvent, memo, type ReactNode } from "react";
import { usePlaybackOf, usePosition } from "#app/features/playback/hooks/use-player.tsx";
import { TrackRow } from "#app/features/tracks/components/track-list.tsx";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

interface PlaylistRowProps {
  track: ListedTrack;
  /** Its place, from 1. */
  number: number;
}

/** A track of a playlist; while it is current, how far it has come. */
export const PlaylistRow = memo(function PlaylistRow({ track, number }: PlaylistRowProps) {
  return <Row track={track} lead={(isCurrent) => <Place isCurrent={isCurrent}>{number}</Place>} />;
});

interface RowProps {
  track: ListedTrack;
  /** Before its cover. */
  lead: (isCurrent: boolean) => ReactNode;
  /** Takes it out; absent where that is not the viewer's to do. */
  onRemove?: () => void;
  /** What stands below. */
  actions?: ReactNode;
}

/** The row itself, whoever looks at it. */
export function Row({ track, lead, onRemove, actions }: RowProps) {
  const isCurrent = usePlaybackOf(track.id, (own) => own !== null && own.status !== "idle");
  return (
    <TrackRow
      track={track}
      lead={lead(isCurrent)}
      time={isCurrent ? <TimeSoFar track={track} /> : undefined}
      aside={onRemove && <RemoveForm track={track} onRemove={onRemove} />}
      actions={
        <>
          {isCurrent && <Progress track={track} />}
          {actions}
        </>
      }
    />
  );
}

/** A row's place in the playlist. */
export function Place({ isCurrent, children, ...rest }: { isCurrent: boolean; children?: ReactNode }) {
  return (
    <span
      {...rest}
      className={classNames(
        "-mr-1 min-w-[1.6em] shrink-0 text-right text-[min(0.875rem,18px)] tabular-nums",
        isCurrent ? "font-bold text-accent" : "text-muted",
      )}
    >
      {children}
    </span>
  );
}

function TimeSoFar({ track }: { track: ListedTrack }) {
  const seconds = usePosition(Math.floor, track.id);
  return (
    <span className="font-bold text-accent tabular-nums">
      <span className="sr-only">再生位置 </span>
      {formatTime(seconds)} / {formatTime(track.duration)}
    </span>
  );
}

function Progress({ track }: { track: ListedTrack }) {
  const percent = usePosition((seconds) => Math.round((seconds / track.duration) * 100), track.id);
  return <ProgressBar value={percent} label={`「${track.title}」の再生の進み`} className="-mt-1 mb-2 h-1!" />;
}

/** A form post to the page; with JavaScript `onRemove` takes its place. */
function RemoveForm({ track, onRemove }: { track: ListedTrack; onRemove: () => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The row goes, and the focus with it.
    const row = event.currentTarget.closest("li");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    neighbour?.querySelector<HTMLElement>("button[value=remove]")?.focus({ preventScroll: true });
    onRemove();
  };
  return (
    // On a phone the title has its room; there the handle's dialog asks, and without JavaScript the item's own page.
    <form method="post" onSubmit={submit} className="max-rail:hidden">
      <input type="hidden" name="itemId" value={track.listed?.itemId} />
      <IconButton
        type="submit"
        name="intent"
        value="remove"
        icon="close"
        label={`「${track.title}」をプレイリストから外す`}
        className="text-muted"
      />
    </form>
  );
}
