/** A part of a list, in px from its upper edge. */
export interface PixelRange {
  from: number;
  to: number;
}

/** The rows of a long list that are rendered, and the space (px) in place of the others. */
export interface VirtualWindow {
  rows: {
    /** From 0. */
    position: number;
    /** Height of the rows before it that are not rendered. */
    gap: number;
  }[];
  /** Height of the rows after the last rendered one. */
  paddingBottom: number;
}

/** Height (px) of a row before any was measured. */
const defaultRowHeight = 101;

/**
 * Where each row begins, in px from the list's upper edge; the last number is where the list ends. Rows without a known
 * height get the average of the others.
 */
export function rowTops(ids: readonly number[], heights: ReadonlyMap<number, number>): number[] {
  const known = ids.map((id) => heights.get(id)).filter((height) => height !== undefined);
  const average =
    known.length > 0 ? known.reduce((sum, height) => sum + height) / known.length : defaultRowHeight;
  const tops = [0];
  let end = 0;
  for (const id of ids) {
    end += heights.get(id) ?? average;
    tops.push(end);
  }
  return tops;
}

/** The rows that overlap `range`, and those at `alwaysRendered` (from 0) with their neighbours. `tops`: see `rowTops`. */
export function virtualWindow(
  tops: readonly number[],
  { range, alwaysRendered }: { range: PixelRange; alwaysRendered: readonly number[] },
): VirtualWindow {
  const top = (position: number) => tops[position] ?? 0;
  const rows: VirtualWindow["rows"] = [];
  let renderedTo = 0;
  for (let position = 0; position < tops.length - 1; position++) {
    const isInRange = top(position + 1) > range.from && top(position) < range.to;
    if (!isInRange && !alwaysRendered.some((other) => Math.abs(other - position) <= 1)) continue;
    rows.push({ position, gap: top(position) - top(renderedTo) });
    renderedTo = position + 1;
  }
  return { rows, paddingBottom: top(tops.length - 1) - top(renderedTo) };
}
