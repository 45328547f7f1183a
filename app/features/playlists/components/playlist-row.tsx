import { type FormEvent, memo, type ReactNode } from "react";
import { usePosition, useTrackPlayback } from "#app/features/playback/hooks/use-player.tsx";
import { TrackRow } from "#app/features/tracks/list/track-row.tsx";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { iconBeforeClass } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

interface PlaylistRowProps {
  track: TrackListItem;
  number: number;
}

/** A row of another member's playlist. */
export const PlaylistRow = memo(function PlaylistRow({ track, number }: PlaylistRowProps) {
  return <Row track={track} lead={(isCurrent) => <Position isCurrent={isCurrent}>{number}</Position>} />;
});

interface RowProps {
  track: TrackListItem;
  lead: (isCurrent: boolean) => ReactNode;
  onRemove?: () => void;
  actions?: ReactNode;
}

/** A track of a playlist; the current one shows its progress. */
export function Row({ track, lead, onRemove, actions }: RowProps) {
  const isCurrent = useTrackPlayback(track.id, (own) => own !== null && own.status !== "idle");
  return (
    <TrackRow
      track={track}
      lead={lead(isCurrent)}
      time={isCurrent ? <TimeSoFar track={track} /> : undefined}
      menu={onRemove && <RemoveForm track={track} onRemove={onRemove} />}
      actions={
        <>
          {isCurrent && <Progress track={track} />}
          {actions}
        </>
      }
    />
  );
}

function Position({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "-mr-1 min-w-[1.6em] shrink-0 text-right text-[min(0.875rem,18px)] tabular-nums",
        isCurrent ? "font-bold text-accent" : "text-muted",
      )}
    >
      {children}
    </span>
  );
}

function TimeSoFar({ track }: { track: TrackListItem }) {
  const seconds = usePosition(Math.floor, track.id);
  return (
    <span className="font-bold text-accent tabular-nums">
      <span className="sr-only">再生位置 </span>
      {formatTime(seconds)} / {formatTime(track.duration)}
    </span>
  );
}

function Progress({ track }: { track: TrackListItem }) {
  const percent = usePosition((seconds) => Math.round((seconds / track.duration) * 100), track.id);
  return <ProgressBar value={percent} label={`「${track.title}」の再生の進み`} className="-mt-1 mb-2 h-1!" />;
}

function RemoveForm({ track, onRemove }: { track: TrackListItem; onRemove: () => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const row = event.currentTarget.closest("li");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    // While the menu is open, nothing outside can take the focus.
    event.currentTarget.closest("dialog")?.close();
    neighbour?.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true });
    onRemove();
  };
  return (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="itemId" value={track.playlistItem?.itemId} />
      <button
        type="submit"
        name="intent"
        value="remove"
        aria-label={`「${track.title}」をプレイリストから外す`}
        className={`menu-entry ${iconBeforeClass("close")}`}
      >
        プレイリストから外す
      </button>
    </form>
  );
}
