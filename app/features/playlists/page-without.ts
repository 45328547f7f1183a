import { writeCursor } from "#app/lib/cursor.ts";
import type { ListedPage } from "../tracks/listed-page.ts";

/**
 * What is loaded of a playlist after the server has taken an item out: those behind it have closed up, and what follows
 * the page begins one place earlier.
 */
export function pageWithout(page: ListedPage, itemId: number): ListedPage {
  const { tracks, next } = page;
  const from = tracks.find(({ listed }) => listed?.itemId === itemId)?.listed?.order;
  if (from === undefined) return page;
  const left = tracks
    .filter(({ listed }) => listed?.itemId !== itemId)
    .map((track) => {
      const { listed } = track;
      return listed && listed.order > from
        ? { ...track, listed: { ...listed, order: listed.order - 1 } }
        : track;
    });
  const end = left.at(-1)?.listed;
  const at = end ? { at: new Date(end.order), id: end.itemId } : { at: new Date(from - 1), id: 0 };
  return { tracks: left, next: next === null ? null : writeCursor(at) };
}

/** The call for what follows a page of a playlist's items, after one of those before was taken out. */
export const oneEarlier = (call: string): string =>
  call.replace(/([?&]cursor=)(\d+)/, (_, name: string, place: string) => `${name}${Number(place) - 1}`);
