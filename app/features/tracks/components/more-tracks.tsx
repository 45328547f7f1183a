import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { useLocation } from "react-router";
import { ListQueue, type QueueOfList, queueOfList } from "#app/features/playback/components/list-queue.tsx";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { withCursor } from "#app/lib/with-cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useAutomaticPages } from "../hooks/use-automatic-pages.ts";
import { rowsOf, trackOf, usePagedList } from "../hooks/use-paged-list.ts";
import type { ListedPage } from "../listed-page.ts";
import type { ListedTrack } from "../listed-track.ts";
import { type RowsProps, TrackList } from "./track-list.tsx";

interface PagedTracksProps {
  first: ListedPage;
  label: string;
  /** The list as a queue: a press on play goes on with what follows. */
  queue: QueueOfList;
  /** As for `TrackList`. */
  row?: RowsProps["row"] | undefined;
  keyOf?: RowsProps["keyOf"] | undefined;
  groupOf?: ((track: ListedTrack) => string) | undefined;
  /** Of tracks that have gone since the list was loaded. */
  isGone?: (track: ListedTrack) => boolean;
  /** Stands above the rows; a play button in it plays the list. */
  head?: ReactNode;
  /** The list as people have arranged it; the same function for the same arrangement. */
  arrange?: ((list: ListedPage) => ListedPage) | undefined;
  controls?: Ref<ListControls>;
  /** Draws the rows (all of them unless told), of which `heights` (px, by track) are known from before. */
  rows?: ((list: RowsProps, heights: Map<number, number>) => ReactNode) | undefined;
}

/** What those around a list may ask of it. */
export interface ListControls {
  /** What is shown now. */
  shown(): ListedPage;
  /** What was loaded, before `arrange`. */
  loaded(): ListedPage;
  /** Puts another list in the place of the one that was loaded: the server has changed it so. */
  change(list: ListedPage): void;
}

/**
 * A list that goes on while it is scrolled, and a link (`?cursor=`) to its next page for everybody else. The screen's
 * loader must answer with `tracks` and `next` for the same address with a cursor.
 */
export function PagedTracks(props: PagedTracksProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("cursor");
  const left = query.toString();
  const address = left ? `${pathname}?${left}` : pathname;
  // Another search is another list.
  return <Pages key={address} address={address} {...props} />;
}

function Pages(props: PagedTracksProps & { address: string }) {
  const { first, label, queue, row, keyOf, groupOf, isGone, head, arrange, controls, rows, address } = props;
  const player = usePlayer();
  const area = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const hadFocus = useRef(false);
  const firstNew = useRef<number | null>(null);
  const { list, heights, loading, failed, load, change } = usePagedList({
    first,
    address,
    rows: area,
    onPage(page) {
      // The last page has taken the link away, and the focus with it.
      if (page.next === null && hadFocus.current) firstNew.current = page.tracks[0]?.id ?? null;
      const { path, tracks, next } = queueOfList(queue, { path: address, ...page });
      player.extendQueue(path, { tracks, next });
    },
  });
  const holdLink = useCallback((element: HTMLAnchorElement | null) => {
    // It is let go just before it leaves the page.
    hadFocus.current = element === null && document.activeElement === link.current;
    link.current = element;
  }, []);
  const { allowMore } = useAutomaticPages(link, {
    count: list.tracks.length,
    // Where the next page begins is known when the server has arranged the list too.
    paused: loading || failed || arrange !== undefined,
    load,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are there once the list is
  useEffect(() => {
    if (firstNew.current === null) return;
    const row = rowsOf(area.current).find((one) => trackOf(one) === firstNew.current);
    row?.querySelector("a")?.focus({ preventScroll: true });
    firstNew.current = null;
  }, [list]);
  const { name, call, isPlaylist, path = address } = queue;
  const shown = useMemo(() => {
    const { tracks, next } = arrange ? arrange(list) : list;
    return { tracks: isGone ? tracks.filter((track) => !isGone(track)) : tracks, next };
  }, [arrange, list, isGone]);
  const played = useMemo(() => {
    return queueOfList({ name, call, isPlaylist, path }, { path: address, ...shown });
  }, [name, call, isPlaylist, path, address, shown]);
  useImperativeHandle(controls, () => ({ shown: () => shown, loaded: () => list, change }));
  return (
    <ListQueue queue={played}>
      {head}
      <div ref={area}>
        <TrackList
          tracks={shown.tracks}
          label={label}
          row={row}
          keyOf={keyOf}
          groupOf={groupOf}
          rows={rows && ((all) => rows(all, heights))}
        />
      </div>
      {shown.next && (
        <div className="space-y-3 pt-5 text-center">
          {failed && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            ref={holdLink}
            to={withCursor(address, shown.next)}
            variant="quiet"
            preventScrollReset
            aria-disabled={loading || undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              allowMore();
              void load();
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
    </ListQueue>
  );
}
