import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import type { ListedTrack } from "./listed-track.ts";
import { TrackList } from "./track-list.tsx";

export interface ListedPage {
  tracks: ListedTrack[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/**
 * A list and the way to its next page: a link (`?cursor=`) that with JavaScript appends instead. The screen's loader
 * must answer with `tracks` and `next` for the same address with a cursor.
 */
export function PagedTracks(props: {
  first: ListedPage;
  label: string;
  /** As for `TrackList`. */
  row?: ((track: ListedTrack, position: number) => ReactNode) | undefined;
  /** Ids of tracks that have gone since the list was loaded. */
  gone?: ReadonlySet<number>;
}) {
  const { first, label, row, gone } = props;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<ListedPage>();
  const [pages, setPages] = useState<{ of: ListedPage; more: ListedPage[] }>({ of: first, more: [] });
  const address = (cursor: string) => {
    const query = new URLSearchParams(search);
    query.set("cursor", cursor);
    return `${pathname}?${query}`;
  };
  // A fresh first page (another search, a new visit) begins anew.
  if (pages.of !== first && firstIds(pages.of) !== firstIds(first)) setPages({ of: first, more: [] });
  const loaded = fetcher.data;
  // Without a network, or for a fault of the server, the answer is the first page once more (`keepPage`).
  const isLost = loaded !== undefined && loaded.tracks.at(-1)?.id === first.tracks.at(-1)?.id;
  const list = useRef<HTMLUListElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const firstNewRow = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded || isLost) return;
    // The last page takes the link away, and the focus with it.
    const isLeaving = loaded.next === null && document.activeElement === link.current;
    if (isLeaving) firstNewRow.current = list.current?.children.length ?? null;
    setPages(({ of, more }) => (more.includes(loaded) ? { of, more } : { of, more: [...more, loaded] }));
  }, [loaded, isLost]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are there once the pages are
  useEffect(() => {
    if (firstNewRow.current === null) return;
    list.current?.children[firstNewRow.current]?.querySelector("a")?.focus({ preventScroll: true });
    firstNewRow.current = null;
  }, [pages]);

  const shown = [first, ...pages.more];
  const next = shown.at(-1)?.next ?? null;
  const loading = fetcher.state !== "idle";
  // Each once, where it came first, and as the newest answer has it. That is the first page's, loaded with the screen.
  const newest = new Map([...shown, first].flatMap((page) => page.tracks).map((track) => [track.id, track]));
  const tracks = [...newest.values()].filter(({ id }) => !gone?.has(id));
  return (
    <>
      <TrackList ref={list} tracks={tracks} label={label} row={row} />
      {next && (
        <div className="space-y-3 pt-5 text-center">
          {isLost && !loading && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            ref={link}
            to={address(next)}
            variant="quiet"
            preventScrollReset
            aria-disabled={loading || undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              if (!loading) void fetcher.load(asIndex(address(next)));
            }}
          >
            {loading ? (
              <span className="inline-flex items-center gap-2">
                <Spinner />
                読み込み中
              </span>
            ) : (
              "もっと見る"
            )}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

const firstIds = (page: ListedPage) => page.tracks.map(({ id }) => id).join();

/** The index route shares its path with the root: a fetcher names it by `?index`. */
const asIndex = (address: string) => (address.startsWith("/?") ? address.replace("/?", "/?index&") : address);
