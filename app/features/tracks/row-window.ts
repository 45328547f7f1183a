/** A stretch of a list, in px from its upper edge. */
export interface Band {
  from: number;
  to: number;
}

/** What of a long list is drawn, and the room (px) that the other rows leave. */
export interface RowWindow {
  rows: {
    /** From 0. */
    position: number;
    /** Of those before it that are not drawn. */
    gap: number;
  }[];
  /** Of those behind the last that is drawn. */
  rest: number;
}

/** Px of a row before any was measured. */
const usualHeight = 101;

/**
 * Where each row begins, in px from the list's upper edge, and at last where the list ends. A row that was never
 * measured is as high as the others are on average.
 */
export function rowTops(ids: readonly number[], heights: ReadonlyMap<number, number>): number[] {
  const known = ids.map((id) => heights.get(id)).filter((height) => height !== undefined);
  const average = known.length > 0 ? known.reduce((sum, height) => sum + height) / known.length : usualHeight;
  const tops = [0];
  let end = 0;
  for (const id of ids) {
    end += heights.get(id) ?? average;
    tops.push(end);
  }
  return tops;
}

/** The rows that reach into the band, and those at `kept` (from 0) with their neighbours, wherever they are. */
export function rowWindow(
  tops: readonly number[],
  { band, kept }: { band: Band; kept: readonly number[] },
): RowWindow {
  const top = (position: number) => tops[position] ?? 0;
  const rows: RowWindow["rows"] = [];
  let drawnTo = 0;
  for (let position = 0; position < tops.length - 1; position++) {
    const isInBand = top(position + 1) > band.from && top(position) < band.to;
    if (!isInBand && !kept.some((one) => Math.abs(one - position) <= 1)) continue;
    rows.push({ position, gap: top(position) - top(drawnTo) });
    drawnTo = position + 1;
  }
  return { rows, rest: top(tops.length - 1) - top(drawnTo) };
}
