import { writeCursor } from "#app/lib/cursor.ts";
import type { ListedPage } from "../tracks/listed-page.ts";
import type { ListedTrack } from "../tracks/listed-track.ts";

/** An item of a playlist and the place it is to have, from 1. */
export interface Move {
  itemId: number;
  order: number;
}

/**
 * What is loaded of a playlist as it is after a move (`arrangeItems`, for one item). An item that goes to where nothing
 * is loaded leaves the page, and what follows the page begins accordingly.
 */
export function movedPage(page: ListedPage, { itemId, order }: Move): ListedPage {
  const { tracks, next } = page;
  const moved = tracks.find(({ listed }) => listed?.itemId === itemId);
  const [first, last] = [tracks.at(0)?.listed, tracks.at(-1)?.listed];
  if (!moved?.listed || !first || !last) return page;
  const from = moved.listed.order;
  const to = Math.max(1, next === null ? Math.min(order, last.order) : order);
  if (to === from) return page;
  const others = tracks.filter((track) => track !== moved).map((track) => madeWay(track, { from, to }));
  const isLoaded = to >= first.order && to <= last.order;
  if (isLoaded) {
    const after = others.findIndex(({ listed }) => listed && listed.order > to);
    others.splice(after < 0 ? others.length : after, 0, { ...moved, listed: { itemId, order: to } });
  }
  const end = others.at(-1)?.listed;
  const isContinued = next !== null && end !== undefined;
  return {
    tracks: others,
    next: isContinued ? writeCursor({ at: new Date(end.order), id: end.itemId }) : next,
  };
}

/** A track that stays, at the place that the move leaves to it. */
function madeWay(track: ListedTrack, { from, to }: { from: number; to: number }): ListedTrack {
  if (!track.listed) return track;
  const { order } = track.listed;
  if (order > from && order <= to) return { ...track, listed: { ...track.listed, order: order - 1 } };
  if (order < from && order >= to) return { ...track, listed: { ...track.listed, order: order + 1 } };
  return track;
}
