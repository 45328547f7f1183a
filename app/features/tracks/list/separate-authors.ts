/**
 * Nearly the same order, without two by one author in a row where that can be avoided: the first by somebody else comes next.
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
