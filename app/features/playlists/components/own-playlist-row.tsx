import { memo } from "react";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PlainMoves } from "./plain-moves.tsx";
import { Row } from "./playlist-row.tsx";

/** What tells the keys that a handle knows. */
export const moveHintId = "move-hint";

interface OwnPlaylistRowProps {
  track: ListedTrack;
  /** The playlist's page. */
  path: string;
  /** Its neighbours, for who moves it without JavaScript. */
  before: ListedTrack | undefined;
  after: ListedTrack | undefined;
  /** Takes a track out. */
  onRemove: (track: ListedTrack) => void;
}

/** A track of one's own playlist, with a handle. Its place is the style sheet's to count: a move draws no row anew. */
export const OwnPlaylistRow = memo(function OwnPlaylistRow(props: OwnPlaylistRowProps) {
  const { track, path, before, after, onRemove } = props;
  return (
    <Row
      track={track}
      lead={(isCurrent) => <Handle track={track} isCurrent={isCurrent} />}
      onRemove={() => onRemove(track)}
      actions={
        <noscript>
          <PlainMoves track={track} path={path} before={before} after={after} />
        </noscript>
      }
    />
  );
}, isSameRow);

/** Whether nothing has changed but places. */
function isSameRow({ track: one, path }: OwnPlaylistRowProps, next: OwnPlaylistRowProps): boolean {
  if (one === next.track) return path === next.path;
  const other: Record<string, unknown> = { ...next.track, listed: one.listed };
  return path === next.path && Object.entries(one).every(([name, value]) => Object.is(value, other[name]));
}

/** Its handle, with the place on it; the place alone where nothing can be dragged. */
function Handle({ track, isCurrent }: { track: ListedTrack; isCurrent: boolean }) {
  const look = classNames(
    "w-[44px] place-content-center justify-items-center gap-1 text-sm leading-none tabular-nums",
    isCurrent ? "font-bold text-accent" : "text-muted",
  );
  return (
    <span
      id={`item-${track.listed?.itemId}`}
      className="relative z-10 -my-2 -mr-2.5 -ml-2 flex shrink-0 self-stretch"
    >
      <button
        type="button"
        data-grip=""
        data-place=""
        aria-label={`「${track.title}」を並べ替える・外す`}
        aria-describedby={moveHintId}
        title="ドラッグで並べ替え、押して位置の指定など"
        className={`${look} grid min-h-[48px] cursor-grab rounded-card hover:bg-line/60 unscripted:hidden`}
      >
        <Icon name="grip" className="text-lg" />
      </button>
      <noscript className={look}>
        <span data-place="" />
      </noscript>
    </span>
  );
}
