import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { withCursor } from "#app/lib/with-cursor.ts";
import { continueList, extendList } from "../continue-list.ts";
import { keepList, keptList } from "../kept-lists.ts";
import type { ListedPage } from "../listed-page.ts";

interface PagedList {
  list: ListedPage;
  /** Px of the rows that were drawn before, by their tracks. What is written into it is kept with the list. */
  heights: Map<number, number>;
  loading: boolean;
  /** The last page asked for did not come. */
  failed: boolean;
  /** Asks for the next page, unless one is on its way. */
  load: () => Promise<void>;
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

  // What the router says of a request is shown later than it is: until then nobody may ask for the same page again.
  const onItsWay = useRef<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const isAsked = asked !== null && asked === list.next;
  const isOver = ended === asked && fetcher.state === "idle";

  const [taken, setTaken] = useState<ListedPage>();
  const [added, setAdded] = useState<ListedPage>();
  const answer = fetcher.data;
  if (answer !== taken) {
    setTaken(answer);
    // Without a network, or for a fault of the server, the answer is the first page once more (`keepPage`); what was
    // loaded anew together with the page was added before.
    if (answer && isAsked && answer.tracks.at(-1)?.id !== first.tracks.at(-1)?.id) {
      setState((last) => ({ ...last, list: extendList(last.list, answer) }));
      setAdded(answer);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is told of once, whoever is told
  useEffect(() => {
    if (added) onPage(added);
  }, [added]);

  const [heights] = useState(() => new Map(keptList(entry)?.heights));
  useRememberedRows(rows, { entry, list, heights });
  return {
    list,
    heights,
    loading: isAsked && !isOver,
    failed: isAsked && isOver,
    async load() {
      const { next } = list;
      if (next === null || onItsWay.current === next || (isAsked && !isOver)) return;
      onItsWay.current = next;
      setAsked(next);
      setEnded(null);
      await fetcher.load(asIndex(withCursor(address, next)));
      onItsWay.current = null;
      // Not before the answer.
      startTransition(() => setEnded(next));
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
