import { memo } from "react";
import type { TrackListItem } from "#app/features/tracks/track-list-item.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Row } from "../components/playlist-row.tsx";
import { itemPath } from "../playlist.ts";

export const moveHintId = "move-hint";

interface SortableRowProps {
  track: TrackListItem;
  path: string;
  before: TrackListItem | undefined;
  after: TrackListItem | undefined;
  onRemove: (track: TrackListItem) => void;
}

/** A row with a drag handle. A CSS counter shows the position, so that a move renders no row again. */
export const SortableRow = memo(function SortableRow(props: SortableRowProps) {
  const { track, path, before, after, onRemove } = props;
  return (
    <Row
      track={track}
      lead={(isCurrent) => <DragHandle track={track} isCurrent={isCurrent} />}
      onRemove={() => onRemove(track)}
      actions={
        <noscript>
          <NoScriptMoves track={track} path={path} before={before} after={after} />
        </noscript>
      }
    />
  );
}, isSameRow);

function isSameRow({ track, path }: SortableRowProps, next: SortableRowProps): boolean {
  if (track === next.track) return path === next.path;
  const before: Record<string, unknown> = { ...track, playlistItem: null };
  const after: Record<string, unknown> = { ...next.track, playlistItem: null };
  const names = Object.keys({ ...before, ...after });
  return path === next.path && names.every((name) => Object.is(before[name], after[name]));
}

function DragHandle({ track, isCurrent }: { track: TrackListItem; isCurrent: boolean }) {
  const className = classNames(
    "w-[44px] place-content-center justify-items-center gap-1 text-sm leading-none tabular-nums",
    isCurrent ? "font-bold text-accent" : "text-muted",
  );
  return (
    <span
      id={`item-${track.playlistItem?.itemId}`}
      className="relative z-10 -my-2 -mr-2.5 -ml-2 flex shrink-0 self-stretch"
    >
      <button
        type="button"
        data-drag-handle=""
        data-position=""
        aria-label={`「${track.title}」を並べ替える・外す`}
        aria-describedby={moveHintId}
        title="ドラッグで並べ替え、押して位置の指定など"
        className={`${className} grid min-h-[48px] cursor-grab rounded-card hover:bg-line/60 unscripted:hidden`}
      >
        <Icon name="grip" className="text-lg" />
      </button>
      <noscript className={className}>
        <span data-position="" />
      </noscript>
    </span>
  );
}

export const noScriptFormId = "move-item";

interface NoScriptMovesProps {
  track: TrackListItem;
  path: string;
  before: TrackListItem | undefined;
  after: TrackListItem | undefined;
}

function NoScriptMoves({ track, path, before, after }: NoScriptMovesProps) {
  if (!track.playlistItem) return null;
  const { itemId, order } = track.playlistItem;
  const action = itemPath({ path, itemId });
  const className = `${buttonClass({ variant: "quiet" })} relative z-10`;
  const steps = [
    { icon: "up", label: "上へ", to: before?.playlistItem?.order ?? order - 1 },
    { icon: "down", label: "下へ", to: after?.playlistItem?.order ?? order + 1 },
  ] as const;
  return (
    <div className="flex flex-wrap justify-end gap-2 pb-3">
      {steps.map(({ icon, label, to }) => (
        <button
          key={icon}
          type="submit"
          form={noScriptFormId}
          formAction={action}
          name="order"
          value={to}
          disabled={to < 1}
          aria-label={`「${track.title}」を${label}`}
          className={className}
        >
          <Icon name={icon} />
        </button>
      ))}
      <a href={action} aria-label={`「${track.title}」を移動する、または外す`} className={className}>
        移動・外す
      </a>
    </div>
  );
}
