import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { withCursor } from "#app/lib/with-cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { ListQueue, type QueueOfList, queueOfList } from "../playback/list-queue.tsx";
import { usePlayer } from "../playback/use-player.tsx";
import type { ListedPage } from "./listed-page.ts";
import type { ListedTrack } from "./listed-track.ts";
import { TrackList } from "./track-list.tsx";
import { useAutomaticPages } from "./use-automatic-pages.ts";
import { rowsOf, usePagedList } from "./use-paged-list.ts";

interface PagedTracksProps {
  first: ListedPage;
  label: string;
  /** The list as a queue: a press on play goes on with what follows. */
  queue: QueueOfList;
  /** As for `TrackList`. */
  row?: ((track: ListedTrack, position: number) => ReactNode) | undefined;
  groupOf?: ((track: ListedTrack) => string) | undefined;
  /** Of tracks that have gone since the list was loaded. */
  isGone?: (track: ListedTrack) => boolean;
  /** Stands above the rows; a play button in it plays the list. */
  head?: ReactNode;
}

/**
 * A list that goes on while it is scrolled, and a link (`?cursor=`) to its next page for everybody else. The screen's
 * loader must answer with `tracks` and `next` for the same address with a cursor.
 */
export function PagedTracks(props: PagedTracksProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("cursor");
  const address = query.size > 0 ? `${pathname}?${query}` : pathname;
  // Another search is another list.
  return <Pages key={address} address={address} {...props} />;
}

function Pages(props: PagedTracksProps & { address: string }) {
  const { first, label, queue, row, groupOf, isGone, head, address } = props;
  const player = usePlayer();
  const rows = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const firstNewRow = useRef<number | null>(null);
  const { list, loading, failed, load } = usePagedList({
    first,
    address,
    rows,
    onPage(page) {
      // The last page takes the link away, and the focus with it.
      const isLeaving = page.next === null && document.activeElement === link.current;
      if (isLeaving) firstNewRow.current = rowsOf(rows.current).length;
      const { path, tracks, next } = queueOfList(queue, { path: address, ...page });
      player.extendQueue(path, { tracks, next });
    },
  });
  const { allowMore } = useAutomaticPages(link, {
    count: list.tracks.length,
    paused: loading || failed,
    load,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are there once the list is
  useEffect(() => {
    if (firstNewRow.current === null) return;
    rowsOf(rows.current)[firstNewRow.current]?.querySelector("a")?.focus({ preventScroll: true });
    firstNewRow.current = null;
  }, [list]);
  const { name, call, isPlaylist, path = address } = queue;
  const played = useMemo(() => {
    return queueOfList({ name, call, isPlaylist, path }, { path: address, ...list });
  }, [name, call, isPlaylist, path, address, list]);
  const tracks = isGone ? list.tracks.filter((track) => !isGone(track)) : list.tracks;
  return (
    <ListQueue queue={played}>
      {head}
      <div ref={rows}>
        <TrackList tracks={tracks} label={label} row={row} groupOf={groupOf} />
      </div>
      {list.next && (
        <div className="space-y-3 pt-5 text-center">
          {failed && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            ref={link}
            to={withCursor(address, list.next)}
            variant="quiet"
            preventScrollReset
            aria-disabled={loading || undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              allowMore();
              load();
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
