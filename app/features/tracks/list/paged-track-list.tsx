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
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import {
  createListQueue,
  ListQueue,
  type ListQueueOptions,
} from "#app/features/playback/queue/list-queue.tsx";
import { withCursor } from "#app/lib/cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useInfiniteScroll } from "#app/ui/use-infinite-scroll.ts";
import type { TrackListItem, TrackListPage } from "../track-list-item.ts";
import { type RowsProps, TrackList } from "./track-list.tsx";
import { trackIdOfRow, trackRows, usePagedList } from "./use-paged-list.ts";

interface PagedTrackListProps {
  first: TrackListPage;
  label: string;
  /** Playing a track continues with the following ones. */
  queue: ListQueueOptions;
  isGrid?: boolean;
  renderRow?: RowsProps["renderRow"] | undefined;
  keyOf?: RowsProps["keyOf"] | undefined;
  groupOf?: ((track: TrackListItem) => string) | undefined;
  isRemoved?: (track: TrackListItem) => boolean;
  header?: ReactNode;
  /** Sorts the loaded list while changes are under way; must be the same function for the same order. The page is read anew after. */
  arrange?: ((list: TrackListPage) => TrackListPage) | undefined;
  ref?: Ref<TrackListHandle>;
  /** By default all; `heights`: known row heights in px, by track id. */
  renderRows?: ((list: RowsProps, heights: Map<number, number>) => ReactNode) | undefined;
}

export interface TrackListHandle {
  shown(): TrackListPage;
  /** Before `arrange`. */
  loaded(): TrackListPage;
  replace(list: TrackListPage): void;
}

/**
 * A list with infinite scroll; without JavaScript a link (`?cursor=`) to the next page. The screen's loader must return
 * `tracks` and `next` for the same address with a cursor.
 */
export function PagedTrackList(props: PagedTrackListProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("cursor");
  const remaining = query.toString();
  const address = remaining ? `${pathname}?${remaining}` : pathname;
  // Other search parameters make another list.
  return <Pages key={address} address={address} {...props} />;
}

function Pages(props: PagedTrackListProps & { address: string }) {
  const {
    first,
    label,
    queue,
    isGrid,
    renderRow,
    keyOf,
    groupOf,
    isRemoved,
    header,
    arrange,
    ref,
    renderRows,
    address,
  } = props;
  const player = usePlayer();
  const container = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const hadFocus = useRef(false);
  const firstNew = useRef<number | null>(null);
  const { list, heights, pageCount, loading, failed, load, replace } = usePagedList({
    first,
    address,
    container,
    onPage(page) {
      // The last page removes the link, which may have had the focus.
      if (page.next === null && hadFocus.current) firstNew.current = page.tracks[0]?.id ?? null;
      const { path, tracks, next } = createListQueue(queue, { path: address, ...page });
      player.extendQueue(path, { tracks, next });
    },
  });
  const setLink = useCallback((element: HTMLAnchorElement | null) => {
    // Called with null just before the element leaves the document.
    hadFocus.current = element === null && document.activeElement === link.current;
    link.current = element;
  }, []);
  const { allowMore } = useInfiniteScroll(link, {
    next: list.next,
    pageCount,
    // The next page's cursor is right again once the server has the new order.
    paused: loading || failed || arrange !== undefined,
    load,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows of a new list are rendered
  useEffect(() => {
    if (firstNew.current === null) return;
    const row = trackRows(container.current).find((one) => trackIdOfRow(one) === firstNew.current);
    row?.querySelector("a")?.focus({ preventScroll: true });
    firstNew.current = null;
  }, [list]);
  const { name, call, isPlaylist, path = address } = queue;
  const shown = useMemo(() => {
    const { tracks, next } = arrange ? arrange(list) : list;
    return { tracks: isRemoved ? tracks.filter((track) => !isRemoved(track)) : tracks, next };
  }, [arrange, list, isRemoved]);
  const playQueue = useMemo(() => {
    return createListQueue({ name, call, isPlaylist, path }, { path: address, ...shown });
  }, [name, call, isPlaylist, path, address, shown]);
  useImperativeHandle(ref, () => ({ shown: () => shown, loaded: () => list, replace }));
  return (
    <ListQueue queue={playQueue}>
      {header}
      <div ref={container}>
        <TrackList
          tracks={shown.tracks}
          label={label}
          isGrid={isGrid}
          renderRow={renderRow}
          keyOf={keyOf}
          groupOf={groupOf}
          renderRows={renderRows && ((all) => renderRows(all, heights))}
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
            ref={setLink}
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
