import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import type { Player } from "#app/features/playback/playback.ts";
import { moveInQueue } from "#app/features/playback/queue/follow-list.ts";
import type { PagedTrackList, TrackListHandle } from "#app/features/tracks/list/paged-track-list.tsx";
import { VirtualList, type VirtualListHandle } from "#app/features/tracks/list/virtual-list.tsx";
import { listenToHandles, type Step } from "#app/features/tracks/reorder/drag-handles.ts";
import { dragRows } from "#app/features/tracks/reorder/drag-rows.ts";
import type { TrackListItem, TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { withCursor } from "#app/lib/cursor.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { playlistPath } from "../playlist.ts";
import { parsePosition, positionMessage } from "./item-positions.ts";
import { type Move, optimisticMove, orderAt } from "./optimistic-items.ts";
import { moveHintId, noScriptFormId } from "./sortable-row.tsx";
import { useReorder } from "./use-reorder.ts";

/** `updatedAt`: the playlist's, in ISO. */
export type PlaylistPage = TrackListPage & { updatedAt: string };

type SortableListProps = Pick<
  ComponentProps<typeof PagedTrackList>,
  "first" | "arrange" | "keyOf" | "renderRows"
>;

interface SortableTracksProps {
  playlist: { id: number; itemCount: number };
  first: PlaylistPage;
  start: number;
  call: string;
  controls: RefObject<TrackListHandle | null>;
  onRemove: (track: TrackListItem) => void;
  children: (list: SortableListProps) => ReactNode;
}

/** Lets the owner reorder: by dragging, with keys on the drag handles, or by entering a position. */
export function SortableTracks(props: SortableTracksProps) {
  const { playlist, start, call, controls, onRemove, children } = props;
  const area = useRef<HTMLDivElement>(null);
  const virtualList = useRef<VirtualListHandle>(null);
  const [announcement, announce] = useState("");
  // By track id: a row may be unmounted while the dialog is open.
  const [moving, setMoving] = useState<{ trackId: number; title: string; position: number } | null>(null);
  const player = usePlayer();
  const { arrange, movedAt, move } = useReorder(playlist.id, (confirmed) => {
    if (!controls.current) return;
    applyMove(confirmed, { controls: controls.current, player, path: playlistPath(playlist), call });
  });
  const first = useUpToDatePage(props.first, { isMoving: arrange !== undefined, movedAt });

  // A row that moves far gets a new key, or React would move all rows in between.
  const [keyVersions] = useState(() => new Map<number, number>());
  const keyOf = useCallback(
    ({ id, playlistItem }: TrackListItem) =>
      `${id} ${(playlistItem && keyVersions.get(playlistItem.itemId)) ?? 0}`,
    [keyVersions],
  );
  // Memoized: announcements and the dialog must not render the rows again.
  const list = useMemo(() => {
    const renderRows: SortableListProps["renderRows"] = (rows, heights) => (
      <VirtualList {...rows} heights={heights} ref={virtualList} />
    );
    return children({ first, arrange, keyOf, renderRows });
  }, [children, first, arrange, keyOf]);

  const loaded = () => controls.current?.shown().tracks ?? [];
  const indexOf = (trackId: number) => loaded().findIndex(({ id }) => id === trackId);
  const lastPosition = () => Math.max(playlist.itemCount, start - 1 + loaded().length);

  /** `index` from 0, `position` from 1. The DOM is updated when it returns. */
  const moveRow = (index: number, position: number) => {
    const track = loaded()[index];
    if (!track?.playlistItem) return;
    const { itemId } = track.playlistItem;
    if (Math.abs(position - start - index) > 1) keyVersions.set(itemId, (keyVersions.get(itemId) ?? 0) + 1);
    flushSync(() => {
      move({ itemId, order: orderAt(loaded(), { position, start, last: lastPosition() }) });
      setMoving(null);
      announce(`「${track.title}」を${position}番目に移動しました`);
    });
  };
  const moveFromDialog = (trackId: number, position: number) => {
    const index = indexOf(trackId);
    if (index >= 0 && position !== start + index) moveRow(index, position);
    else flushSync(() => setMoving(null));
    if (index >= 0) focusRow(position);
  };
  /** The focus goes to the next row, else the previous one. */
  const removeFromDialog = (trackId: number) => {
    const index = indexOf(trackId);
    const track = loaded()[index];
    flushSync(() => setMoving(null));
    if (!track) return;
    focusRow(start + (index + 1 < loaded().length ? index + 1 : index - 1));
    onRemove(track);
  };
  const focusRow = (position: number) => {
    const track = loaded()[position - start] ?? loaded().at(position < start ? 0 : -1);
    const row = track && virtualList.current?.ensureRendered(track.id);
    row?.querySelector<HTMLElement>("[data-drag-handle]")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const order = useEffectEvent(() => loaded().map(({ id }) => id));
  const onDragStart = useEffectEvent((trackId: number) => void virtualList.current?.ensureRendered(trackId));
  const onDrop = useEffectEvent(({ trackId, targetId }: { trackId: number; targetId: number }) => {
    const target = indexOf(targetId);
    if (target >= 0) moveRow(indexOf(trackId), start + target);
  });
  const onStep = useEffectEvent((trackId: number, step: Step) => {
    const index = indexOf(trackId);
    const position = start + index;
    const last = lastPosition();
    const to = { up: Math.max(1, position - 1), down: Math.min(last, position + 1), first: 1, last }[step];
    if (to === position) return announce(to === 1 ? "いちばん上です" : "いちばん下です");
    moveRow(index, to);
    focusRow(to);
  });
  const onHandleClick = useEffectEvent((trackId: number) => {
    const index = indexOf(trackId);
    const title = loaded()[index]?.title;
    if (title !== undefined) setMoving({ trackId, title, position: start + index });
  });
  // A layout effect, or input before passive effects would be lost.
  useLayoutEffect(() => {
    const list = area.current;
    if (!list) return;
    const cleanups = [
      dragRows(list, { order, onDragStart, onDrop }),
      listenToHandles(list, { onStep, onHandleClick }),
    ];
    return () => {
      for (const cleanUp of cleanups) cleanUp();
    };
  }, []);
  return (
    <div ref={area} className="sortable" style={{ counterReset: `item-position ${start - 1}` }}>
      <p id={moveHintId} hidden>
        上下の矢印キーで移動、Enterキーで位置の指定・プレイリストから外す
      </p>
      <noscript>
        <form id={noScriptFormId} method="post" />
      </noscript>
      {list}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <MoveDialog
        moving={moving}
        last={moving ? lastPosition() : 1}
        onClose={() => setMoving(null)}
        onMove={(position) => moving && moveFromDialog(moving.trackId, position)}
        onRemove={() => moving && removeFromDialog(moving.trackId)}
      />
    </div>
  );
}

/** A page that was read before a move and comes after it may lack a row: pages wait for moves, and outdated ones are dropped. */
function useUpToDatePage(page: PlaylistPage, o: { isMoving: boolean; movedAt: string }): PlaylistPage {
  const [shown, setShown] = useState(page);
  if (page.tracks === shown.tracks || o.isMoving || page.updatedAt < o.movedAt) return shown;
  setShown(page);
  return page;
}

/** Applies a confirmed move to the list, and to the play queue if it plays this playlist. `call`: without a cursor. */
function applyMove(
  move: Move,
  o: { controls: TrackListHandle; player: Player; path: string; call: string },
): void {
  const before = o.controls.loaded();
  const moved = before.tracks.find(({ playlistItem }) => playlistItem?.itemId === move.itemId);
  if (!moved) return;
  const list = optimisticMove(before, move);
  o.controls.replace(list);
  const index = list.tracks.findIndex(({ id }) => id === moved.id);
  moveInQueue(o.player, o.path, {
    trackId: moved.id,
    to: index < 0 ? move.order - 1 : index,
    list: { tracks: list.tracks, next: list.next === null ? null : withCursor(o.call, list.next) },
  });
}

interface MoveDialogProps {
  moving: { title: string; position: number } | null;
  last: number;
  onMove: (position: number) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks for a track's new position, or removes it. */
function MoveDialog({ moving, last, onMove, onRemove, onClose }: MoveDialogProps) {
  return (
    <Dialog open={moving !== null} onClose={onClose} title="位置を指定して移動">
      {moving && <PositionForm key={moving.title} {...moving} last={last} onMove={onMove} />}
      <div className="mt-5 border-t border-line pt-3">
        <Button type="button" variant="plain" icon="close" className="text-danger -ml-3" onClick={onRemove}>
          プレイリストから外す
        </Button>
      </div>
    </Dialog>
  );
}

function PositionForm(props: {
  title: string;
  position: number;
  last: number;
  onMove: MoveDialogProps["onMove"];
}) {
  const { title, position, last, onMove } = props;
  const [typed, setTyped] = useState(String(position));
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = parsePosition(typed, last);
    if (to === null) return setInvalid(true);
    onMove(to);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="line-clamp-2 font-bold">{title}</p>
      <TextField
        label={`何番目に移動しますか（1〜${last}）`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        errors={isInvalid ? [positionMessage(last)] : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setInvalid(false);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="quiet" disabled={position === 1} onClick={() => onMove(1)}>
          先頭へ
        </Button>
        <Button type="button" variant="quiet" disabled={position === last} onClick={() => onMove(last)}>
          末尾へ
        </Button>
        <Button>移動する</Button>
      </div>
    </form>
  );
}
