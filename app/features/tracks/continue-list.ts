/** Of a list that comes in pages: what is there so far, and the cursor of what follows (null after the last). */
interface List<Track> {
  tracks: readonly Track[];
  next: string | null;
}

/**
 * The list with its first page loaded anew: what had followed that page's last track still follows it. Where that track
 * was not in the list, or nothing follows any more, the page stands alone.
 */
export function continueList<Track extends { id: number }>(
  fresh: List<Track>,
  before: List<Track>,
): List<Track> {
  const end = before.tracks.findIndex(({ id }) => id === fresh.tracks.at(-1)?.id);
  if (fresh.next === null || end < 0 || end === before.tracks.length - 1) return fresh;
  return { tracks: merge(fresh.tracks, before.tracks.slice(end + 1)), next: before.next };
}

/** The list with the page that its cursor led to: each track once, where it came first. */
export function extendList<Track extends { id: number }>(list: List<Track>, page: List<Track>): List<Track> {
  return { tracks: merge(list.tracks, page.tracks), next: page.next };
}

function merge<Track extends { id: number }>(first: readonly Track[], second: readonly Track[]): Track[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))];
}
