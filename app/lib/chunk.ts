/** Splits a list into parts of at most `size` elements. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < list.length; start += size) batches.push(list.slice(start, start + size));
  return batches;
}
