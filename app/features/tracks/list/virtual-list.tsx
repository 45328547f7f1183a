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
import type { RowsProps } from "./track-list.tsx";
import { rowElements, trackIdOfRow } from "./use-paged-list.ts";

/** So few are all rendered: find-in-page works, and `content-visibility` skips those out of view. */
const maxFullyRendered = 200;
/**
 * In viewport heights above and below: with less than `min` left, render up to `target`; with nothing visible rendered, first
 * `immediate`.
 */
const overscan = { min: 0.5, target: 1.25, immediate: 0.2 } as const;

export interface VirtualListHandle {
  /** Keeps a track's row rendered until the next call. Null if the list has none. */
  ensureRendered(trackId: number): HTMLElement | null;
}

interface VirtualListProps extends RowsProps {
  /** Known and measured row heights in px, by track id. */
  heights: Map<number, number>;
  ref?: Ref<VirtualListHandle>;
}

/**
 * Of many rows only those near the viewport, the focused one and their neighbours are in the document (docs/decisions/0016).
 * `aria-posinset` and `aria-setsize` give their places to assistive technology.
 */
export function VirtualList({ tracks, label, renderRow, keyOf, heights, ref }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isVirtual, setIsVirtual] = useState(tracks.length > maxFullyRendered);
  const [range, setRange] = useState<PixelRange>({ from: 0, to: 1000 });
  const [focused, setFocused] = useState<number | null>(null);
  const [requested, setRequested] = useState<number | null>(null);
  const tops = isVirtual ? rowTops(idsOf(tracks), heights) : null;
  const pinned = [focused, requested].map((trackId) => tracks.findIndex(({ id }) => id === trackId));
  const { rows, paddingBottom } = tops
    ? virtualWindow(tops, { range, alwaysRendered: pinned.filter((position) => position >= 0) })
    : { rows: null, paddingBottom: 0 };

  const positions = rows?.map(({ position }) => position).join();
  const elements = useMemo(() => {
    const shown = positions === undefined ? tracks.keys() : positions.split(",").map(Number);
    return [...shown].flatMap((position) => {
      const track = tracks[position];
      return track ? [<Fragment key={keyOf(track)}>{renderRow(track, position)}</Fragment>] : [];
    });
  }, [tracks, renderRow, keyOf, positions]);

  /** The first visible row: it stays in place whatever heights the rows above turn out to have. */
  const anchor = useRef<{ row: HTMLElement; offsetInList: number; offsetInWindow: number } | null>(null);
  const anchorSize = useRef<string>(undefined);
  const updateAnchor = () => {
    const view = visibleRangeOf(list.current);
    const row = rowElements(list.current).find(
      (one) => view && offsetInList(one) + one.offsetHeight > view.from,
    );
    anchor.current =
      view && row
        ? { row, offsetInList: offsetInList(row), offsetInWindow: offsetInList(row) - view.from }
        : null;
    anchorSize.current = sizeOf(list.current);
  };
  const restoreAnchor = () => {
    const { current } = anchor;
    if (!current?.row.isConnected) return;
    const shift = offsetInList(current.row) - current.offsetInList;
    if (Math.abs(shift) > 1) window.scrollBy({ top: shift, behavior: "instant" });
  };

  const updateRange = useEffectEvent(() => {
    const view = visibleRangeOf(list.current);
    if (!view) return;
    // After a change of row heights `onResize` restores the anchor first.
    if (sizeOf(list.current) === anchorSize.current) updateAnchor();
    if (covers(expand(view, overscan.min), range, view.end)) return;
    if (covers(view, range, view.end)) return setRange(expand(view, overscan.target));
    // Nothing visible is rendered: first what is visible, the rest after the next frame.
    flushSync(() => setRange(expand(view, overscan.immediate)));
    setTimeout(updateRange);
  });
  const width = useRef<number | undefined>(undefined);
  const onResize = useEffectEvent(() => {
    const previous = anchor.current;
    // The component may have been unmounted.
    if (!list.current) return;
    const isSameWidth = width.current === list.current.clientWidth;
    width.current = list.current.clientWidth;
    if (!isSameWidth) heights.clear();
    measureRows(list.current, heights);
    if (isSameWidth) restoreAnchor();
    else if (previous) {
      // All other rows' heights are estimated again.
      const top = rowTops(idsOf(tracks), heights)[idsOf(tracks).indexOf(trackIdOfRow(previous.row))] ?? 0;
      const from = top - previous.offsetInWindow;
      flushSync(() => setRange(expand({ from, to: from + window.innerHeight }, overscan.target)));
      const now = offsetInList(previous.row) - (visibleRangeOf(list.current)?.from ?? 0);
      window.scrollBy({ top: now - previous.offsetInWindow, behavior: "instant" });
    }
    updateAnchor();
  });
  useEffect(() => {
    const { current } = list;
    if (!isVirtual || !current) return;
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener("scroll", updateRange, { signal, passive: true });
    window.addEventListener("resize", updateRange, { signal });
    width.current = current.clientWidth;
    const observer = new ResizeObserver(onResize);
    observer.observe(current);
    updateRange();
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, [isVirtual]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element && target.closest<HTMLElement>("[data-track]");
      if (row) setFocused(trackIdOfRow(row));
    };
    const { current } = list;
    current?.addEventListener("focusin", onFocus);
    return () => current?.removeEventListener("focusin", onFocus);
  }, []);

  const lastTracks = useRef(tracks);
  useLayoutEffect(() => {
    if (!rows) {
      if (tracks.length <= maxFullyRendered) return;
      measureRows(list.current, heights);
      const view = visibleRangeOf(list.current);
      if (view) setRange(expand(view, overscan.target));
      updateAnchor();
      return setIsVirtual(true);
    }
    updateRowAttributes(list.current, { rows, count: tracks.length });
    // Estimates stay until a row is rendered: another one would move everything below.
    for (const [position, id] of idsOf(tracks).entries())
      if (!heights.has(id)) heights.set(id, (tops?.[position + 1] ?? 0) - (tops?.[position] ?? 0));
    measureRows(list.current, heights);
    // After a change of order the anchor's place may change.
    if (lastTracks.current === tracks) restoreAnchor();
    lastTracks.current = tracks;
    updateAnchor();
  });
  useImperativeHandle(ref, () => ({
    ensureRendered(trackId) {
      flushSync(() => setRequested(trackId));
      return rowElements(list.current).find((one) => trackIdOfRow(one) === trackId) ?? null;
    },
  }));
  return (
    <ul
      ref={list}
      aria-label={label}
      className={
        isVirtual
          ? "-mx-2 [overflow-anchor:none] *:flow-root *:border-b *:border-line *:[content-visibility:visible]"
          : "-mx-2 divide-y divide-line"
      }
      style={{ paddingTop: rows?.[0]?.gap, paddingBottom: paddingBottom || undefined }}
    >
      {elements}
    </ul>
  );
}

const idsOf = (tracks: RowsProps["tracks"]) => tracks.map(({ id }) => id);

function sizeOf(list: HTMLElement | null): string | undefined {
  const box = list?.getBoundingClientRect();
  return box && `${box.width} ${box.height}`;
}

/** In px from the list's upper edge; `end`: where the list ends. */
function visibleRangeOf(list: HTMLElement | null): (PixelRange & { end: number }) | null {
  if (!list) return null;
  const { top, height } = list.getBoundingClientRect();
  return { from: -top, to: window.innerHeight - top, end: height };
}

/** `by`: in viewport heights. */
function expand({ from, to }: PixelRange, by: number): PixelRange {
  const more = window.innerHeight * by;
  return { from: from - more, to: to + more };
}

const covers = (inner: PixelRange, outer: PixelRange, end: number) =>
  Math.max(0, inner.from) >= Math.min(end, outer.from) && Math.min(end, inner.to) <= Math.max(0, outer.to);

function measureRows(list: HTMLElement | null, heights: Map<number, number>): void {
  for (const row of rowElements(list)) heights.set(trackIdOfRow(row), row.getBoundingClientRect().height);
}

/** Margin, the CSS counter `place` and ARIA attributes. */
function updateRowAttributes(
  list: HTMLElement | null,
  { rows, count }: { rows: VirtualWindow["rows"]; count: number },
): void {
  for (const [index, element] of rowElements(list).entries()) {
    const { position = 0, gap = 0 } = rows[index] ?? {};
    const before = rows[index - 1]?.position ?? -1;
    element.setAttribute("aria-setsize", String(count));
    element.setAttribute("aria-posinset", String(position + 1));
    // The gap above the first row is the list's padding: a margin would collapse.
    element.style.marginTop = index > 0 && gap > 0 ? `${gap}px` : "";
    element.style.counterIncrement = position > before + 1 ? `place ${position - before}` : "";
    element.style.borderBottomWidth = position === count - 1 ? "0" : "";
  }
}

function offsetInList(row: HTMLElement): number {
  return row.offsetTop - (row.parentElement?.offsetTop ?? 0);
}

interface PixelRange {
  from: number;
  to: number;
}

/** The rendered rows of a long list, and the space (px) of the others. */
interface VirtualWindow {
  rows: {
    position: number;
    gap: number;
  }[];
  paddingBottom: number;
}

const defaultRowHeight = 101;

/** Where each row begins, in px from the list's upper edge, and where the list ends. Unknown heights get the average. */
export function rowTops(ids: readonly number[], heights: ReadonlyMap<number, number>): number[] {
  const known = ids.map((id) => heights.get(id)).filter((height) => height !== undefined);
  const average =
    known.length > 0 ? known.reduce((sum, height) => sum + height) / known.length : defaultRowHeight;
  const tops = [0];
  let end = 0;
  for (const id of ids) {
    end += heights.get(id) ?? average;
    tops.push(end);
  }
  return tops;
}

/** The rows in `range`, and those at `alwaysRendered` (from 0) with their neighbours. `tops`: `rowTops`. */
export function virtualWindow(
  tops: readonly number[],
  { range, alwaysRendered }: { range: PixelRange; alwaysRendered: readonly number[] },
): VirtualWindow {
  const top = (position: number) => tops[position] ?? 0;
  const rows: VirtualWindow["rows"] = [];
  let renderedTo = 0;
  for (let position = 0; position < tops.length - 1; position++) {
    const isInRange = top(position + 1) > range.from && top(position) < range.to;
    if (!isInRange && !alwaysRendered.some((other) => Math.abs(other - position) <= 1)) continue;
    rows.push({ position, gap: top(position) - top(renderedTo) });
    renderedTo = position + 1;
  }
  return { rows, paddingBottom: top(tops.length - 1) - top(renderedTo) };
}
