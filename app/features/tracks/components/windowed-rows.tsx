import {
  Fragment,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { markRows, measureRows, rowElements, topInList } from "../drawn-rows.ts";
import { trackOf } from "../hooks/use-paged-list.ts";
import { type Band, rowTops, rowWindow } from "../row-window.ts";
import type { RowsProps } from "./track-list.tsx";

/** Up to so many rows are all drawn: browsers find words in them, and pass over what is out of sight by themselves. */
const mostDrawn = 200;
/** How far beyond the window rows are there at least, and how far they are drawn then; in heights of the window. */
const reach = { least: 0.5, drawn: 1.25, atOnce: 0.2 } as const;

export interface DrawnRows {
  /** The row of a track, wherever it is; drawn until another one is asked for. Null where the list has none. */
  draw(trackId: number): HTMLElement | null;
}

interface WindowedRowsProps extends RowsProps {
  /** Px of each row that was drawn before, by its track; what is measured is written into it. */
  heights: Map<number, number>;
  ref?: Ref<DrawnRows>;
}

/**
 * Rows of a list that may be long: of many only those are in the page that are near the browser's window, the one that
 * has the focus, and their neighbours (docs/decisions/0016). They say their place to those who do not see the list.
 */
export function WindowedRows({ tracks, label, row, keyOf, heights, ref }: WindowedRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isWindowed, setWindowed] = useState(tracks.length > mostDrawn);
  const [band, setBand] = useState<Band>({ from: 0, to: 1000 });
  const [focused, setFocused] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const tops = isWindowed ? rowTops(ids(tracks), heights) : null;
  const kept = [focused, asked].map((trackId) => tracks.findIndex(({ id }) => id === trackId));
  const { rows, rest } = tops
    ? rowWindow(tops, { band, kept: kept.filter((position) => position >= 0) })
    : { rows: null, rest: 0 };

  const positions = rows?.map(({ position }) => position).join();
  const elements = useMemo(() => {
    const shown = positions === undefined ? tracks.keys() : positions.split(",").map(Number);
    return [...shown].flatMap((position) => {
      const track = tracks[position];
      return track ? [<Fragment key={keyOf(track)}>{row(track, position)}</Fragment>] : [];
    });
  }, [tracks, row, keyOf, positions]);

  /** What is seen first, and where: it stays there, whatever the rows above it turn out to be. */
  const anchor = useRef<{ row: HTMLElement; inList: number; inWindow: number } | null>(null);
  /** The list's size when that was noted. */
  const notedSize = useRef<string>(undefined);
  const noteAnchor = () => {
    const view = viewOf(list.current);
    const row = rowElements(list.current).find(
      (one) => view && topInList(one) + one.offsetHeight > view.from,
    );
    anchor.current =
      view && row ? { row, inList: topInList(row), inWindow: topInList(row) - view.from } : null;
    notedSize.current = sizeOf(list.current);
  };
  const holdAnchor = () => {
    const { current } = anchor;
    if (!current?.row.isConnected) return;
    const shift = topInList(current.row) - current.inList;
    if (Math.abs(shift) > 1) window.scrollBy({ top: shift, behavior: "instant" });
  };

  /** Draws what is near the window, if it is not there yet. */
  const look = useEffectEvent(() => {
    const view = viewOf(list.current);
    if (!view) return;
    // Rows that have just become higher have moved what was seen: `onResize` first puts it back.
    if (sizeOf(list.current) === notedSize.current) noteAnchor();
    if (isWithin(grown(view, reach.least), band, view.end)) return;
    if (isWithin(view, band, view.end)) return setBand(grown(view, reach.drawn));
    // Nothing is to be seen yet: first this, the rest after the next picture.
    flushSync(() => setBand(grown(view, reach.atOnce)));
    setTimeout(look);
  });
  const width = useRef<number | undefined>(undefined);
  const onResize = useEffectEvent(() => {
    const seen = anchor.current;
    // The page may have been left.
    if (!list.current) return;
    const isAsWide = width.current === list.current.clientWidth;
    width.current = list.current.clientWidth;
    if (!isAsWide) heights.clear();
    measureRows(list.current, heights);
    if (isAsWide) holdAnchor();
    else if (seen) {
      // All other heights are guessed anew.
      const top = rowTops(ids(tracks), heights)[ids(tracks).indexOf(trackOf(seen.row))] ?? 0;
      const from = top - seen.inWindow;
      flushSync(() => setBand(grown({ from, to: from + window.innerHeight }, reach.drawn)));
      const now = topInList(seen.row) - (viewOf(list.current)?.from ?? 0);
      window.scrollBy({ top: now - seen.inWindow, behavior: "instant" });
    }
    noteAnchor();
  });
  useEffect(() => {
    const { current } = list;
    if (!isWindowed || !current) return;
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener("scroll", look, { signal, passive: true });
    window.addEventListener("resize", look, { signal });
    width.current = current.clientWidth;
    const observer = new ResizeObserver(onResize);
    observer.observe(current);
    look();
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, [isWindowed]);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const own = target instanceof Element && target.closest<HTMLElement>("[data-track]");
      if (own) setFocused(trackOf(own));
    };
    const { current } = list;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, []);

  const arranged = useRef(tracks);
  useLayoutEffect(() => {
    if (!rows) {
      if (tracks.length <= mostDrawn) return;
      measureRows(list.current, heights);
      const view = viewOf(list.current);
      if (view) setBand(grown(view, reach.drawn));
      noteAnchor();
      return setWindowed(true);
    }
    markRows(list.current, { rows, count: tracks.length });
    // What was guessed stays guessed until it is drawn: another guess would move all that is below it.
    for (const [position, id] of ids(tracks).entries())
      if (!heights.has(id)) heights.set(id, (tops?.[position + 1] ?? 0) - (tops?.[position] ?? 0));
    measureRows(list.current, heights);
    // Rows that were put elsewhere may stand elsewhere.
    if (arranged.current === tracks) holdAnchor();
    arranged.current = tracks;
    noteAnchor();
  });
  useImperativeHandle(ref, () => ({
    draw(trackId) {
      flushSync(() => setAsked(trackId));
      return rowElements(list.current).find((one) => trackOf(one) === trackId) ?? null;
    },
  }));
  return (
    <ul
      ref={list}
      aria-label={label}
      className={
        isWindowed
          ? "-mx-2 [overflow-anchor:none] *:flow-root *:border-b *:border-line *:[content-visibility:visible]"
          : "-mx-2 divide-y divide-line"
      }
      style={{ paddingTop: rows?.[0]?.gap, paddingBottom: rest || undefined }}
    >
      {elements}
    </ul>
  );
}

const ids = (tracks: RowsProps["tracks"]) => tracks.map(({ id }) => id);

function sizeOf(list: HTMLElement | null): string | undefined {
  const box = list?.getBoundingClientRect();
  return box && `${box.width} ${box.height}`;
}

/** What of the list the browser's window shows, and where the list ends. */
function viewOf(list: HTMLElement | null): (Band & { end: number }) | null {
  if (!list) return null;
  const { top, height } = list.getBoundingClientRect();
  return { from: -top, to: window.innerHeight - top, end: height };
}

/** `by` in heights of the window. */
function grown({ from, to }: Band, by: number): Band {
  const more = window.innerHeight * by;
  return { from: from - more, to: to + more };
}

/** Beyond its ends the list has nothing to show. */
const isWithin = (one: Band, other: Band, end: number) =>
  Math.max(0, one.from) >= Math.min(end, other.from) && Math.min(end, one.to) <= Math.max(0, other.to);
