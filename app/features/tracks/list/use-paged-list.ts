import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/cursor.ts";
import type { TrackListPage } from "../track-list-item.ts";

interface PagedList {
  list: TrackListPage;
  /** Known row heights in px, by track id; components may write into it. */
  heights: Map<number, number>;
  loading: boolean;
  pageCount: number;
  failed: boolean;
  load: () => Promise<void>;
  replace: (list: TrackListPage) => void;
}

/**
 * A list that begins with `first`, the loader's page for `address`, and grows page by page. Going back restores its pages, and
 * the heights of the rows in `container`.
 */
export function usePagedList(options: {
  first: TrackListPage;
  address: string;
  container: RefObject<HTMLElement | null>;
  onPage: (page: TrackListPage) => void;
}): PagedList {
  const { first, address, container, onPage } = options;
  const { key } = useLocation();
  const entry = `${key} ${address}`;
  const fetcher = useFetcher<TrackListPage>();
  const [state, setState] = useState(() => {
    const before = savedListState(entry)?.list;
    return { first, list: before ? refreshFirstPage(first, before) : first };
  });
  let { list } = state;
  if (!isSamePage(state.first, first)) {
    list = refreshFirstPage(first, list);
    setState({ first, list });
  }

  // The fetcher's state renders later than it changes: until then the same page must not be requested again.
  const pendingCursor = useRef<string | null>(null);
  const [requested, setRequested] = useState<string | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  const isRequested = requested !== null && requested === list.next;
  const isSettled = settled === requested && fetcher.state === "idle";

  const [handled, setHandled] = useState<TrackListPage>();
  const [appended, setAppended] = useState<TrackListPage>();
  const [pageCount, setPageCount] = useState(0);
  const response = fetcher.data;
  if (response !== handled) {
    setHandled(response);
    // Offline and for server errors the router returns the first page again (`preservePageOnFailure`); a revalidated page
    // was appended before.
    if (response && isRequested && response.tracks.at(-1)?.id !== first.tracks.at(-1)?.id) {
      setState((last) => ({ ...last, list: appendPage(last.list, response) }));
      setAppended(response);
      setPageCount((count) => count + 1);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, whatever the callback is
  useEffect(() => {
    if (appended) onPage(appended);
  }, [appended]);

  const [heights] = useState(() => new Map(savedListState(entry)?.heights));
  useRowHeightRestoration(container, { entry, list, heights });
  return {
    list,
    heights,
    pageCount,
    loading: isRequested && !isSettled,
    failed: isRequested && isSettled,
    async load() {
      const { next } = list;
      if (next === null || pendingCursor.current === next || (isRequested && !isSettled)) return;
      pendingCursor.current = next;
      setRequested(next);
      setSettled(null);
      await fetcher.load(withIndexParameter(withCursor(address, next)));
      pendingCursor.current = null;
      // A transition, or it would be rendered before the fetcher's data.
      startTransition(() => setSettled(next));
    },
    replace: (changed) => setState((last) => ({ ...last, list: changed })),
  };
}

/** Saves list and heights when the page is left, and gives restored rows their heights. */
function useRowHeightRestoration(
  container: RefObject<HTMLElement | null>,
  state: { entry: string; list: TrackListPage; heights: Map<number, number> },
): void {
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });
  useLayoutEffect(() => {
    const known = latest.current.heights;
    const rows = known.size > 0 ? trackRows(container.current) : [];
    // The intrinsic size is without the border. Reads before writing: one layout.
    const borders = rows.map((row) => row.offsetHeight - row.clientHeight);
    for (const [index, row] of rows.entries()) {
      const height = known.get(trackIdOfRow(row));
      if (height) row.style.containIntrinsicBlockSize = `auto ${height - (borders[index] ?? 0)}px`;
    }
    return () => {
      const { entry, list, heights } = latest.current;
      for (const row of trackRows(container.current))
        heights.set(trackIdOfRow(row), row.getBoundingClientRect().height);
      saveListState(entry, { list, heights });
    };
  }, [container]);
}

export const trackRows = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[data-track]") ?? []),
];

export const trackIdOfRow = (row: HTMLElement) => Number(row.dataset.track);

const isSamePage = (one: TrackListPage, other: TrackListPage) =>
  one.next === other.next &&
  one.tracks.length === other.tracks.length &&
  one.tracks.every((track, position) => track === other.tracks[position]);

/** The index route shares its path with the root: React Router fetches it with `?index`. */
const withIndexParameter = (address: string) =>
  address.startsWith("/?") ? address.replace("/?", "/?index&") : address;

interface ListState {
  list: TrackListPage;
  /** In px, by track id: browsers lay out rows only when they come into view. */
  heights: ReadonlyMap<number, number>;
}

const maxCachedLists = 20;

const listStateCache = new Map<string, ListState>();

/** For Back, in memory. */
function saveListState(entry: string, list: ListState): void {
  listStateCache.delete(entry);
  listStateCache.set(entry, list);
  const [oldest] = listStateCache.keys();
  if (listStateCache.size > maxCachedLists && oldest !== undefined) listStateCache.delete(oldest);
}

function savedListState(entry: string): ListState | undefined {
  return listStateCache.get(entry);
}

interface TrackPages<Track> {
  tracks: readonly Track[];
  next: string | null;
}

/** Of a playlist the tracks have places. */
type ListedTrack = { id: number; playlistItem?: unknown };

/**
 * The list with a fresh first page. Only that page if the list lacks its last track, or nothing follows. In a playlist also if a
 * track has left the page: it may have a place further down, and the places of all that follows have changed.
 */
export function refreshFirstPage<Track extends ListedTrack>(
  fresh: TrackPages<Track>,
  before: TrackPages<Track>,
): TrackPages<Track> {
  const end = before.tracks.findIndex(({ id }) => id === fresh.tracks.at(-1)?.id);
  if (fresh.next === null || end < 0 || end === before.tracks.length - 1) return fresh;
  const known = new Set(fresh.tracks.map(({ id }) => id));
  const hasLeft = ({ id, playlistItem }: Track) => playlistItem !== undefined && !known.has(id);
  if (before.tracks.slice(0, end).some(hasLeft)) return fresh;
  return { tracks: concatUnique(fresh.tracks, before.tracks.slice(end + 1)), next: before.next };
}

/** Appends a page: each track once, at its first position. */
export function appendPage<Track extends { id: number }>(
  list: TrackPages<Track>,
  page: TrackPages<Track>,
): TrackPages<Track> {
  return { tracks: concatUnique(list.tracks, page.tracks), next: page.next };
}

function concatUnique<Track extends { id: number }>(
  first: readonly Track[],
  second: readonly Track[],
): Track[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))];
}

export function rowElements(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);
}
