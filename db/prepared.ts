import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { dialect } from "./columns.ts";
import type { Db } from "./store.ts";

/** The placeholder of a value known when the query runs. */
export type ValuesOf<Values> = <Name extends keyof Values & string>(name: Name) => Placeholder<Name>;

interface Preparable<Rows> {
  prepare(name: string): Prepared<Rows>;
}

interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

/**
 * Builds a query once per database handle, and on SQLite compiles it once: for frequent queries building costs more than
 * running.
 *
 *     const selectTitle = prepared((on, value: ValuesOf<{ trackId: number }>) =>
 *       on.select({ title: tracks.title }).from(tracks).where(eq(tracks.id, value("trackId"))));
 *     const [track] = await selectTitle(db, { trackId });
 *
 * No column encodes a placeholder's value: times and booleans need `sql.param(value("at"), column)`.
 */
export function prepared<Values extends Record<string, unknown>, Rows>(
  build: (on: Db, value: ValuesOf<Values>) => Preparable<Rows>,
): (on: Db, values: Values) => Promise<Rows> {
  const queries = new WeakMap<Db, Prepared<Rows>>();
  return (on, values) => {
    let query = queries.get(on);
    if (!query) {
      // Unnamed: stores nothing on the connection, which poolers may share.
      query = build(on, (name) => sql.placeholder(name)).prepare("");
      queries.set(on, query);
    }
    return query.execute(values);
  };
}

const list =
  dialect === "sqlite"
    ? { mapToDriverValue: (values: unknown) => JSON.stringify(values) }
    : { mapToDriverValue: (values: unknown) => values };

/**
 * `column` is one of a list of any length, also of one that is given when the query runs. The list is one parameter: to build and
 * parse hundreds takes longer than the query.
 */
export const isOneOf = (column: SQLWrapper, values: Placeholder | readonly number[]): SQL =>
  dialect === "sqlite"
    ? sql`${column} in (select value from json_each(${sql.param(values, list)}))`
    : sql`${column} = any(${sql.param(values, list)})`;

/** The present moment for a comparison with a `timestamp()`, without a value. */
export const now = dialect === "sqlite" ? sql`unixepoch('subsec') * 1000` : sql`now()`;
