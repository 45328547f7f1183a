/** The list in parts of at most `size`: a statement takes only so many parameters. */
export function batchesOf<T>(list: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < list.length; start += size) batches.push(list.slice(start, start + size));
  return batches;
}
