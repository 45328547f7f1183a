import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { dialect } from "./columns.ts";
import type { Db } from "./store.ts";

/** Gives the placeholder of a value that is known when the query runs. */
export type ValuesOf<Values> = <Name extends keyof Values & string>(name: Name) => Placeholder<Name>;

interface Preparable<Rows> {
  prepare(name: string): Prepared<Rows>;
}

interface Prepared<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>;
}

/**
 * A query that is built once for each database handle, and on SQLite compiled once: for what pages and frequent calls
 * run, building costs more than running. `build` gets the handle and the placeholders of the values:
 *
 *     const selectTitle = prepared((on, value: ValuesOf<{ trackId: number }>) =>
 *       on.select({ title: tracks.title }).from(tracks).where(eq(tracks.id, value("trackId"))));
 *     const [track] = await selectTitle(db, { trackId });
 *
 * A placeholder has no column that would encode its value: times and booleans need `sql.param(value("at"), column)`.
 */
export function prepared<Values extends Record<string, unknown>, Rows>(
  build: (on: Db, value: ValuesOf<Values>) => Preparable<Rows>,
): (on: Db, values: Values) => Promise<Rows> {
  const queries = new WeakMap<Db, Prepared<Rows>>();
  return (on, values) => {
    let query = queries.get(on);
    if (!query) {
      // Without a name Postgres stores nothing on the connection, which connection poolers may share.
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

/** Condition: `column` is one of a list, of any length, that is given when the query runs. */
export const isOneOf = (column: SQLWrapper, values: Placeholder): SQL =>
  dialect === "sqlite"
    ? sql`${column} in (select value from json_each(${sql.param(values, list)}))`
    : sql`${column} = any(${sql.param(values, list)})`;

/** The present moment, to be compared with a `timestamp()`: a prepared query needs no value for it. */
export const now = dialect === "sqlite" ? sql`unixepoch('subsec') * 1000` : sql`now()`;
