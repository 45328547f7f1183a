/**
 * The same tracks in nearly the same order, no two by one author in a row where that can be avoided: of the tracks that are
 * left, the first by somebody else than the one before comes next.
 */
export function separateAuthors<Item extends { userId: string }>(items: readonly Item[]): Item[] {
  const left = [...items];
  const arranged: Item[] = [];
  while (left.length > 0) {
    const last = arranged.at(-1)?.userId;
    const next = left.findIndex(({ userId }) => userId !== last);
    arranged.push(...left.splice(Math.max(0, next), 1));
  }
  return arranged;
}
