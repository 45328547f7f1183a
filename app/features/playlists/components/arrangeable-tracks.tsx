import {
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
import type { ListControls } from "#app/features/tracks/components/more-tracks.tsx";
import type { RowsProps } from "#app/features/tracks/components/track-list.tsx";
import { type DrawnRows, WindowedRows } from "#app/features/tracks/components/windowed-rows.tsx";
import type { ListedPage } from "#app/features/tracks/listed-page.ts";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { dragRows } from "../drag-rows.ts";
import { useReorder } from "../hooks/use-reorder.ts";
import { keepInOrder } from "../keep-in-order.ts";
import { playlistPath } from "../playlist-path.ts";
import { type Step, watchHandles } from "../watch-handles.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { moveHintId } from "./own-playlist-row.tsx";
import { plainMovesForm } from "./plain-moves.tsx";

/** What the list within is given, for `PagedTracks`. */
interface Arranged {
  arrange: ((page: ListedPage) => ListedPage) | undefined;
  keyOf: (track: ListedTrack) => string;
  rows: (list: RowsProps, heights: Map<number, number>) => ReactNode;
}

interface ArrangeableTracksProps {
  playlist: { id: number; itemCount: number };
  /** The place of the first row, from 1. */
  start: number;
  /** The call that answers with the playlist's tracks, without a cursor. */
  call: string;
  /** Of the list within. */
  controls: RefObject<ListControls | null>;
  /** Takes a track out. */
  onRemove: (track: ListedTrack) => void;
  children: (arranged: Arranged) => ReactNode;
}

/** Lets the owner put a playlist's rows in order: by dragging, by keys on their handles, by naming a place. */
export function ArrangeableTracks(props: ArrangeableTracksProps) {
  const { playlist, start, call, controls, onRemove, children } = props;
  const area = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnRows>(null);
  const [said, say] = useState("");
  // By its track: rows come and go while the question is open.
  const [moving, setMoving] = useState<{ trackId: number; title: string; place: number } | null>(null);
  const player = usePlayer();
  const { arrange, move } = useReorder(playlist.id, (kept) => {
    if (!controls.current) return;
    keepInOrder(kept, { controls: controls.current, player, path: playlistPath(playlist), call });
  });

  // A row that has gone far is a new one: moving it up would otherwise move all that it has passed in the page.
  const [jumps] = useState(() => new Map<number, number>());
  const keyOf = useCallback(
    ({ id, listed }: ListedTrack) => `${id} ${(listed && jumps.get(listed.itemId)) ?? 0}`,
    [jumps],
  );
  // What is said or asked for draws no row anew.
  const list = useMemo(() => {
    const rows: Arranged["rows"] = (all, heights) => <WindowedRows {...all} heights={heights} ref={drawn} />;
    return children({ arrange, keyOf, rows });
  }, [children, arrange, keyOf]);

  const loaded = () => controls.current?.shown().tracks ?? [];
  const rowOf = (trackId: number) => loaded().findIndex(({ id }) => id === trackId);
  const lastPlace = () => Math.max(playlist.itemCount, start - 1 + loaded().length);

  /** Moves the row (from 0) to a place (from 1). The rows stand so when it returns. */
  const moveRow = (row: number, place: number) => {
    const track = loaded()[row];
    if (!track?.listed) return;
    const { itemId } = track.listed;
    if (Math.abs(place - start - row) > 1) jumps.set(itemId, (jumps.get(itemId) ?? 0) + 1);
    flushSync(() => {
      move({ itemId, order: orderAt(loaded(), { place, start }) });
      setMoving(null);
      say(`「${track.title}」を${place}番目に移動しました`);
    });
  };
  /** Moves the track that the dialog is about, unless it is there or gone. */
  const moveTo = (trackId: number, to: number) => {
    const row = rowOf(trackId);
    if (row >= 0 && to !== start + row) moveRow(row, to);
    else flushSync(() => setMoving(null));
    if (row >= 0) focusRow(to);
  };
  /** Takes out the track that the dialog is about. The next one has the focus, or the one before. */
  const takeOut = (trackId: number) => {
    const row = rowOf(trackId);
    const track = loaded()[row];
    flushSync(() => setMoving(null));
    if (!track) return;
    focusRow(start + (row + 1 < loaded().length ? row + 1 : row - 1));
    onRemove(track);
  };
  const focusRow = (place: number) => {
    const track = loaded()[place - start] ?? loaded().at(place < start ? 0 : -1);
    const row = track && drawn.current?.draw(track.id);
    row?.querySelector<HTMLElement>("[data-grip]")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const order = useEffectEvent(() => loaded().map(({ id }) => id));
  const onLift = useEffectEvent((trackId: number) => void drawn.current?.draw(trackId));
  const onDrop = useEffectEvent(({ trackId, taken }: { trackId: number; taken: number }) => {
    const to = rowOf(taken);
    if (to >= 0) moveRow(rowOf(trackId), start + to);
  });
  const onStep = useEffectEvent((trackId: number, step: Step) => {
    const row = rowOf(trackId);
    const place = start + row;
    const last = lastPlace();
    const to = { up: Math.max(1, place - 1), down: Math.min(last, place + 1), first: 1, last }[step];
    if (to === place) return say(to === 1 ? "いちばん上です" : "いちばん下です");
    moveRow(row, to);
    focusRow(to);
  });
  const onPress = useEffectEvent((trackId: number) => {
    const row = rowOf(trackId);
    const title = loaded()[row]?.title;
    if (title !== undefined) setMoving({ trackId, title, place: start + row });
  });
  // Together with the page: what is pressed between its coming alive and its effects would be lost.
  useLayoutEffect(() => {
    const list = area.current;
    if (!list) return;
    const endings = [dragRows(list, { order, onLift, onDrop }), watchHandles(list, { onStep, onPress })];
    return () => {
      for (const end of endings) end();
    };
  }, []);
  return (
    <div ref={area} className="arrangeable" style={{ counterReset: `place ${start - 1}` }}>
      <p id={moveHintId} hidden>
        上下の矢印キーで移動、Enterキーで位置の指定・プレイリストから外す
      </p>
      <noscript>
        <form id={plainMovesForm} method="post" />
      </noscript>
      {list}
      <p role="status" className="sr-only">
        {said}
      </p>
      <MoveDialog
        moving={moving}
        last={moving ? lastPlace() : 1}
        onClose={() => setMoving(null)}
        onMove={(to) => moving && moveTo(moving.trackId, to)}
        onRemove={() => moving && takeOut(moving.trackId)}
      />
    </div>
  );
}

/** The order to ask for: what the viewer may not hear has places too, but no row. */
function orderAt(tracks: readonly ListedTrack[], { place, start }: { place: number; start: number }): number {
  return tracks[place - start]?.listed?.order ?? place;
}
