/** Position in a list ordered by time, then id. Encoded as `{time in ms}.{id}`. */
export interface Cursor {
  at: Date;
  id: number;
}

/** End of the year 9999 in ms, a number so that no browser loads it unused: later dates have another ISO format, which Postgres rejects. */
const latestTime = 253_402_300_799_999;

/** A position before the first entry, newest or oldest first. */
export const startCursors = {
  newest: { at: new Date(latestTime), id: 2 ** 31 - 1 },
  oldest: { at: new Date(0), id: 0 },
} as const satisfies Record<string, Cursor>;

export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`;
}

/** Null if invalid. */
export function decodeCursor(text: string): Cursor | null {
  const parts = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  if (!parts?.[1] || !parts[2]) return null;
  const id = Number(parts[2]);
  const time = Number(parts[1]);
  return id < 2 ** 31 && time <= latestTime ? { at: new Date(time), id } : null;
}

/** A page of rows, of which one more than `limit` was asked for, with the cursor of the next page: null on the last. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  positionOf: (last: Row) => Cursor,
): { shown: Row[]; next: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: found.length > limit && last ? encodeCursor(positionOf(last)) : null };
}

/** Continues a list's path from a cursor. */
export function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ cursor })}`;
}
