import type { TrackListItem, TrackListPage } from "#app/features/tracks/track-list-item.ts";
import { encodeCursor } from "#app/lib/cursor.ts";
import { maxPlaylistItems } from "../playlist.ts";

export interface Move {
  itemId: number;
  order: number;
}

/**
 * The `order` for a shown position, counted from `start`: hidden tracks have an order but no row. Nobody here knows how many of
 * them come after the loaded part, so the `last` position is after all.
 */
export function orderAt(
  tracks: readonly TrackListItem[],
  { position, start, last }: { position: number; start: number; last: number },
): number {
  const order = tracks[position - start]?.playlistItem?.order;
  if (order !== undefined) return order;
  if (position === last) return maxPlaylistItems;
  const hidden = (tracks.at(-1)?.playlistItem?.order ?? 0) - (start - 1 + tracks.length);
  return position + Math.max(0, hidden);
}

/** The loaded part after a move (`arrangeItems`). An item beyond it leaves, and the next cursor is adjusted. */
export function optimisticMove(page: TrackListPage, { itemId, order }: Move): TrackListPage {
  const { tracks, next } = page;
  const moved = tracks.find(({ playlistItem }) => playlistItem?.itemId === itemId);
  const [first, last] = [tracks.at(0)?.playlistItem, tracks.at(-1)?.playlistItem];
  if (!moved?.playlistItem || !first || !last) return page;
  const from = moved.playlistItem.order;
  const to = Math.max(1, next === null ? Math.min(order, last.order) : order);
  if (to === from) return page;
  const others = tracks.filter((track) => track !== moved).map((track) => shifted(track, { from, to }));
  const isLoaded = to >= first.order && to <= last.order;
  if (isLoaded) {
    const after = others.findIndex(({ playlistItem }) => playlistItem && playlistItem.order > to);
    others.splice(after < 0 ? others.length : after, 0, { ...moved, playlistItem: { itemId, order: to } });
  }
  const end = others.at(-1)?.playlistItem;
  const isContinued = next !== null && end !== undefined;
  return {
    tracks: others,
    next: isContinued ? encodeCursor({ at: new Date(end.order), id: end.itemId }) : next,
  };
}

function shifted(track: TrackListItem, { from, to }: { from: number; to: number }): TrackListItem {
  if (!track.playlistItem) return track;
  const { order } = track.playlistItem;
  if (order > from && order <= to)
    return { ...track, playlistItem: { ...track.playlistItem, order: order - 1 } };
  if (order < from && order >= to)
    return { ...track, playlistItem: { ...track.playlistItem, order: order + 1 } };
  return track;
}

/** The loaded part after a removal: later items and the next page's cursor move up by one. */
export function optimisticRemove(page: TrackListPage, itemId: number): TrackListPage {
  const { tracks, next } = page;
  const from = tracks.find(({ playlistItem }) => playlistItem?.itemId === itemId)?.playlistItem?.order;
  if (from === undefined) return page;
  const left = tracks
    .filter(({ playlistItem }) => playlistItem?.itemId !== itemId)
    .map((track) => {
      const { playlistItem } = track;
      return playlistItem && playlistItem.order > from
        ? { ...track, playlistItem: { ...playlistItem, order: playlistItem.order - 1 } }
        : track;
    });
  const end = left.at(-1)?.playlistItem;
  const at = end ? { at: new Date(end.order), id: end.itemId } : { at: new Date(from - 1), id: 0 };
  return { tracks: left, next: next === null ? null : encodeCursor(at) };
}

/**
 * The loaded part after a track came back at its `playlistItem.order`: later items and the next page's cursor move down by one.
 * A track outside the loaded part is not inserted.
 */
export function optimisticInsert(page: TrackListPage, track: TrackListItem): TrackListPage {
  const order = track.playlistItem?.order;
  const [first, last] = [page.tracks.at(0)?.playlistItem, page.tracks.at(-1)?.playlistItem];
  if (order === undefined || !first || !last || page.tracks.some(({ id }) => id === track.id)) return page;
  if (page.next !== null && order > last.order + 1) return page;
  const tracks = page.tracks.map((one) =>
    one.playlistItem && one.playlistItem.order >= order
      ? { ...one, playlistItem: { ...one.playlistItem, order: one.playlistItem.order + 1 } }
      : one,
  );
  const after = tracks.findIndex(({ playlistItem }) => playlistItem && playlistItem.order > order);
  if (order >= first.order || first.order === 1) tracks.splice(after < 0 ? tracks.length : after, 0, track);
  const end = tracks.at(-1)?.playlistItem;
  if (page.next === null || !end) return { tracks, next: page.next };
  return { tracks, next: encodeCursor({ at: new Date(end.order), id: end.itemId }) };
}

/** Adjusts a next page's URL after a removal: its cursor moves up by one. */
export const shiftCursorBack = (url: string): string =>
  url.replace(/([?&]cursor=)(\d+)/, (_, name: string, position: string) => `${name}${Number(position) - 1}`);
