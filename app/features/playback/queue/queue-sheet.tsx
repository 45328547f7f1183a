import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import type { Step } from "#app/features/tracks/reorder/drag-handles.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { usePlayback, usePlayer } from "../hooks/use-player.tsx";
import type { PlayableTrack, PlayQueue } from "../playback.ts";
import type { SheetProps } from "../sheets/sheets.tsx";
import { setUpcoming, upcomingTracks } from "./edit-queue.ts";

const maxShown = 50;

/** Lists the next tracks: a click plays one, its handle moves or removes it. */
export function QueueSheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="次の音声">
      {open && <Queue className="max-h-[55dvh] overflow-y-auto" />}
    </Dialog>
  );
}

/** The player's queue. `className` is for the area that scrolls. */
export function Queue({ className }: { className?: string }) {
  const queue = usePlayback(({ queue }) => queue);
  const track = usePlayback(({ track }) => track);
  return queue && track && <UpcomingTracks queue={queue} track={track} className={className} />;
}

interface UpcomingTracksProps {
  queue: PlayQueue;
  track: PlayableTrack;
  className: string | undefined;
}

function UpcomingTracks({ queue, track, className }: UpcomingTracksProps) {
  const player = usePlayer();
  const upcoming = upcomingTracks(queue, track);
  const shown = upcoming.slice(0, maxShown);
  const isCut = queue.next !== null || shown.length < upcoming.length;
  const list = useRef<HTMLOListElement>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const [announcement, announce] = useState("");
  const hintId = useId();
  const [removed, setRemoved] = useState<{ title: string; before: readonly PlayableTrack[] } | null>(null);

  /** The DOM is updated when it returns. */
  const move = (index: number, to: number) => {
    const moved = upcoming[index];
    if (!moved) return;
    const arranged = upcoming.filter((track) => track !== moved);
    arranged.splice(to, 0, moved);
    flushSync(() => {
      setUpcoming(player, arranged);
      setRemoved(null);
      announce(`「${moved.title}」を${to + 1}番目に移動しました`);
    });
  };
  const step = (trackId: number, by: Step) => {
    const index = shown.findIndex(({ id }) => id === trackId);
    const last = shown.length - 1;
    const to = { up: Math.max(0, index - 1), down: Math.min(last, index + 1), first: 0, last }[by];
    if (to !== index) move(index, to);
    else announce(to === 0 ? "いちばん上です" : "いちばん下です");
    rowOf(list.current, trackId)?.scrollIntoView({ block: "nearest" });
  };
  /** The focus goes to the next row, else the previous one. */
  const remove = (gone: PlayableTrack) => {
    const index = shown.findIndex(({ id }) => id === gone.id);
    const neighbour = shown[index + 1] ?? shown[index - 1];
    flushSync(() => {
      setUpcoming(
        player,
        upcoming.filter(({ id }) => id !== gone.id),
      );
      setOpenId(null);
      setRemoved({ title: gone.title, before: upcoming });
      announce(`「${gone.title}」を外しました`);
    });
    if (neighbour) rowOf(list.current, neighbour.id)?.querySelector("button")?.focus();
  };
  const undo = () => {
    if (removed) setUpcoming(player, removed.before);
    setRemoved(null);
    announce("元に戻しました");
  };
  const order = useEffectEvent(() => shown.map(({ id }) => id));
  const onDrop = useEffectEvent(({ trackId, targetId }: { trackId: number; targetId: number }) => {
    const ids = order();
    move(ids.indexOf(trackId), ids.indexOf(targetId));
  });
  const onStep = useEffectEvent(step);
  useEffect(() => {
    const element = list.current;
    let cleanUp = () => {};
    let isGone = false;
    // Offline the code may be missing: then the buttons below a row move it.
    Promise.all([
      import("#app/features/tracks/reorder/drag-rows.ts"),
      import("#app/features/tracks/reorder/drag-handles.ts"),
    ]).then(
      ([{ dragRows }, { listenToHandles }]) => {
        if (!element || isGone) return;
        const cleanups = [
          dragRows(element, { order: () => order(), onDragStart: () => {}, onDrop: (drop) => onDrop(drop) }),
          listenToHandles(element, {
            onStep: (trackId, by) => onStep(trackId, by),
            onHandleClick: () => {},
          }),
        ];
        cleanUp = () => {
          for (const stop of cleanups) stop();
        };
      },
      () => {},
    );
    return () => {
      isGone = true;
      cleanUp();
    };
  }, []);
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">
        <Link to={queue.path} className="inline-block py-2 underline hover:text-ink">
          {queue.name}
        </Link>
        から再生しています
      </p>
      {shown.length === 0 && <p className="pb-4 text-sm">この音声で終わりです。</p>}
      <p id={hintId} hidden>
        上下の矢印キーで移動、Enterキーで操作を表示
      </p>
      <div data-scrolls className={className}>
        <ol ref={list} className="sortable">
          {shown.map((item) => (
            <li key={item.id} data-track={item.id} className="rounded-card">
              <div className="flex items-center">
                <button
                  type="button"
                  data-drag-handle=""
                  aria-label={`「${item.title}」を並べ替える・外す`}
                  aria-describedby={hintId}
                  aria-expanded={openId === item.id}
                  title="ドラッグで並べ替え、押して操作を表示"
                  onClick={() => setOpenId(openId === item.id ? null : item.id)}
                  className="-ml-2 grid size-11 shrink-0 cursor-grab place-items-center rounded-card text-lg text-muted hover:bg-sunken"
                >
                  <Icon name="grip" />
                </button>
                <button
                  type="button"
                  onClick={() => player.play(item, { queue })}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded-card p-2 text-left hover:bg-sunken"
                >
                  <CoverImage track={item} className="size-[44px] rounded-sm" />
                  <span className="min-w-0 flex-1 text-sm leading-snug">
                    <span className="line-clamp-2 font-bold text-pretty">{item.title}</span>
                    <span className="flex gap-x-2 text-xs text-muted">
                      <span className="truncate">{item.posterName}</span>
                      <span className="shrink-0 tabular-nums">
                        {item.isExcerpt ? "冒頭 " : <span className="sr-only">長さ </span>}
                        {formatTime(item.duration)}
                      </span>
                    </span>
                  </span>
                </button>
              </div>
              {openId === item.id && (
                <div className="flex flex-wrap gap-2 pb-3 pl-9">
                  {moves.map(([by, text]) => (
                    <Button
                      key={by}
                      type="button"
                      variant="quiet"
                      className="px-3.5"
                      onClick={() => step(item.id, by)}
                    >
                      {text}
                    </Button>
                  ))}
                  <Button
                    type="button"
                    variant="plain"
                    className="ml-auto px-3.5 text-danger"
                    onClick={() => remove(item)}
                  >
                    外す
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      </div>
      {isCut && <p className="text-center text-xs text-muted">このあとも続きます</p>}
      {removed && (
        <p className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 truncate">「{removed.title}」を外しました</span>
          <Button type="button" variant="plain" className="shrink-0" onClick={undo}>
            元に戻す
          </Button>
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

const moves = [
  ["up", "上へ"],
  ["down", "下へ"],
  ["first", "次に再生"],
] as const satisfies readonly [Step, string][];

function rowOf(list: HTMLElement | null, trackId: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-track="${trackId}"]`) ?? null;
}
