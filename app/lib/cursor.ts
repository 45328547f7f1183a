/** A place in a list that is ordered by time and, at the same time, by id: `{time in ms}.{id}`. */
export interface Cursor {
  at: Date;
  id: number;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`;
}

/** The end of the year 9999: later ones have another spelling, which Postgres does not read. */
const latestTime = Date.UTC(10_000, 0, 1) - 1;

/** Null for anything that is no cursor. */
export function readCursor(text: string): Cursor | null {
  const parts = /^(\d{1,15})\.(\d{1,10})$/.exec(text);
  if (!parts?.[1] || !parts[2]) return null;
  const id = Number(parts[2]);
  const time = Number(parts[1]);
  return id < 2 ** 31 && time <= latestTime ? { at: new Date(time), id } : null;
}
