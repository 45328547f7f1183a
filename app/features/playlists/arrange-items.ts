/** Where an item is wanted: `order` counts from 1. */
export interface WantedPlace {
  id: number;
  order: number;
}

/**
 * The items of a playlist in their new order. The wanted ones go to their places, the first places first, and of several
 * for one place the one that was named first; whoever finds a place taken gets the next, and places beyond the end are the
 * last ones. All others keep their order in what is left. So one item is a move, and all of them are a permutation. Ids that
 * are not among `ids` change nothing; of an item that is named
 * twice the last place counts.
 */
export function arrangeItems(ids: readonly number[], wanted: readonly WantedPlace[]): number[] {
  const there = new Set(ids);
  const places = new Map(wanted.filter(({ id }) => there.has(id)).map(({ id, order }) => [id, order]));
  const moved = [...places].sort(([, a], [, b]) => a - b);
  const taken = new Map<number, number>();
  let last = 0;
  for (const [index, [id, order]] of moved.entries()) {
    // Those that come after it need room too.
    const highest = ids.length - (moved.length - 1 - index);
    last = Math.min(Math.max(order, last + 1), highest);
    taken.set(last, id);
  }
  const others = ids.filter((id) => !places.has(id)).values();
  return ids.map((_, index) => taken.get(index + 1) ?? others.next().value ?? 0);
}
