/** Position in a list ordered by time, then id. Encoded as `{time in ms}.{id}`. */
export interface Cursor {
  at: Date;
  id: number;
}

export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`;
}

/** End of the year 9999: later dates have another ISO format, which Postgres rejects. */
const latestTime = Date.UTC(10_000, 0, 1) - 1;

/** Null for an invalid cursor. */
export function decodeCursor(text: string): Cursor | null {
  const parts = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  if (!parts?.[1] || !parts[2]) return null;
  const id = Number(parts[2]);
  const time = Number(parts[1]);
  return id < 2 ** 31 && time <= latestTime ? { at: new Date(time), id } : null;
}

/** The path of a list (page or call), continued from a cursor. */
export function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ cursor })}`;
}
