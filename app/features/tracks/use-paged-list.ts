import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/with-cursor.ts";
import { continueList, extendList } from "./continue-list.ts";
import { keepList, keptList } from "./kept-lists.ts";
import type { ListedPage } from "./listed-page.ts";

interface PagedList {
  list: ListedPage;
  /** Px of the rows that were drawn before, by their tracks. What is written into it is kept with the list. */
  heights: Map<number, number>;
  loading: boolean;
  /** The last page asked for did not come. */
  failed: boolean;
  /** Asks for the next page, unless one is on its way. */
  load: () => void;
  /** Puts another list in its place: the server has changed it so. */
  change: (list: ListedPage) => void;
}

/**
 * A list that begins with `first`, the loader's page for `address`, and grows page by page. What was loaded is there
 * again when people come back to this entry of the browser's history, each row in `rows` as high as it was.
 */
export function usePagedList(options: {
  first: ListedPage;
  address: string;
  rows: RefObject<HTMLElement | null>;
  onPage: (page: ListedPage) => void;
}): PagedList {
  const { first, address, rows, onPage } = options;
  const { key } = useLocation();
  const entry = `${key} ${address}`;
  const fetcher = useFetcher<ListedPage>();
  const [state, setState] = useState(() => {
    const before = keptList(entry)?.list;
    return { first, list: before ? continueList(first, before) : first };
  });
  let { list } = state;
  if (!isSamePage(state.first, first)) {
    list = continueList(first, list);
    setState({ first, list });
  }

  const [isAsked, setAsked] = useState(false);
  const [taken, setTaken] = useState<ListedPage>();
  const answer = fetcher.data;
  // Without a network, or for a fault of the server, the answer is the first page once more (`keepPage`).
  const isLost = answer !== undefined && answer.tracks.at(-1)?.id === first.tracks.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once, whoever is told of it
  useEffect(() => {
    setTaken(answer);
    // What was loaded anew together with the page was taken before.
    if (!answer || !isAsked || isLost) return;
    setAsked(false);
    setState((last) => ({ ...last, list: extendList(last.list, answer) }));
    onPage(answer);
  }, [answer, isLost]);

  // An answer that is here but not in the list yet: whoever asked now would ask for the same page again.
  const isArriving = isAsked && !isLost && answer !== taken;
  const loading = fetcher.state !== "idle" || isArriving;

  const [heights] = useState(() => new Map(keptList(entry)?.heights));
  useRememberedRows(rows, { entry, list, heights });
  return {
    list,
    heights,
    loading,
    failed: isAsked && isLost && fetcher.state === "idle",
    load() {
      if (list.next === null || loading) return;
      setAsked(true);
      void fetcher.load(asIndex(withCursor(address, list.next)));
    },
    change: (changed) => setState((last) => ({ ...last, list: changed })),
  };
}

/** Keeps list and heights when the page is left, and gives rows that come back the height that they had. */
function useRememberedRows(
  rows: RefObject<HTMLElement | null>,
  shown: { entry: string; list: ListedPage; heights: Map<number, number> },
): void {
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  useLayoutEffect(() => {
    const before = latest.current.heights;
    const drawn = before.size > 0 ? rowsOf(rows.current) : [];
    // The line between two rows is no part of what is in them.
    const lines = drawn.map((row) => row.offsetHeight - row.clientHeight);
    for (const [index, row] of drawn.entries()) {
      const height = before.get(trackOf(row));
      if (height) row.style.containIntrinsicBlockSize = `auto ${height - (lines[index] ?? 0)}px`;
    }
    return () => {
      const { entry, list, heights } = latest.current;
      for (const row of rowsOf(rows.current)) heights.set(trackOf(row), row.getBoundingClientRect().height);
      keepList(entry, { list, heights });
    };
  }, [rows]);
}

/** The rows within, in their order. */
export const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[data-track]") ?? []),
];
export const trackOf = (row: HTMLElement) => Number(row.dataset.track);

const isSamePage = (one: ListedPage, other: ListedPage) =>
  one.next === other.next &&
  one.tracks.length === other.tracks.length &&
  one.tracks.every((track, position) => track === other.tracks[position]);

/** The index route shares its path with the root: a fetcher names it by `?index`. */
const asIndex = (address: string) => (address.startsWith("/?") ? address.replace("/?", "/?index&") : address);
