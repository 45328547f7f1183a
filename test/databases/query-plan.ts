import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { collectStatements } from "./count-statements.ts";

interface RawHandle {
  all(query: SQL): Promise<unknown[]> | unknown[];
  run(query: SQL): unknown;
  execute(query: SQL): Promise<{ rows: unknown[] }>;
}
const raw = (handle: object): RawHandle => handle as RawHandle;

/** Gives Postgres' planner statistics; call it after `withDatabase()`. */
export function analyzeTables(): void {
  beforeAll(async () => {
    if (dialect === "postgres") await write((tx) => raw(tx).execute(sql`analyze`));
  });
}

/** Plans on Postgres without sequential scans, which small tables always get. */
export async function planOf(statement: SQL): Promise<string> {
  return write(async (tx) => {
    if (dialect === "sqlite") return JSON.stringify(await raw(tx).all(sql`explain query plan ${statement}`));
    await raw(tx).execute(sql`set local enable_seqscan = off`);
    return JSON.stringify((await raw(tx).execute(sql`explain ${statement}`)).rows);
  });
}

/** Gives SQLite's planner statistics of one table alone, as `sqlite_stat1` has them: others are unknown to it. */
export async function pretendStatistics(table: string, index: string, stat: string): Promise<void> {
  await write(async (tx) => {
    for (const statement of [
      sql`analyze`,
      sql`delete from sqlite_stat1`,
      sql`insert into sqlite_stat1 values (${table}, ${index}, ${stat})`,
      sql`analyze sqlite_schema`,
    ])
      await raw(tx).run(statement);
  });
}

/** Fails unless `index` is used, nothing scanned or sorted. */
export async function expectIndexUse(statement: SQL, index: string): Promise<void> {
  const plan = await planOf(statement);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(searches);
}

/** Whole tables read, or rows sorted. */
const searches = /Seq Scan|SCAN (?!.*USING)|USE TEMP B-TREE|"?Sort/;

export interface Explained {
  statement: string;
  plan: string[];
}

/** Plans for any values; Postgres reads whole tables only if no index serves. */
export async function explainStatements(statements: readonly string[]): Promise<Explained[]> {
  const rowsOf = async (tx: object, statement: string): Promise<unknown[]> => {
    if (dialect === "sqlite") {
      const nulls = sql.join(
        statement.split("?").map((part) => sql.raw(part)),
        sql`${null}`,
      );
      return raw(tx).all(sql`explain query plan ${nulls}`);
    }
    const run = async (text: string) => (await raw(tx).execute(sql.raw(text))).rows;
    const values = Array(new Set(statement.match(/\$\d+/g)).size).fill("null");
    await run(`prepare explained as ${statement}`);
    const rows = await run(`explain execute explained${values.length > 0 ? `(${values})` : ""}`);
    await run("deallocate explained");
    return rows;
  };
  return write(async (tx) => {
    if (dialect === "postgres") {
      await raw(tx).execute(sql`set local enable_seqscan = off`);
      // Two tables of a few rows may be sorted and merged, those of a million are not.
      await raw(tx).execute(sql`set local enable_mergejoin = off`);
      await raw(tx).execute(sql`set local plan_cache_mode = force_generic_plan`);
    }
    const explained: Explained[] = [];
    for (const statement of statements) {
      const rows = await rowsOf(tx, statement);
      explained.push({ statement, plan: rows.map(stepOf) });
    }
    return explained;
  });
}

const stepOf = (row: unknown): string =>
  String(Object.entries(row ?? {}).find(([name]) => name === "detail" || name === "QUERY PLAN")?.[1]).trim();

/** Fails if one of `work`'s statements that match `pattern` reads a whole table or sorts, or unless there are `count`. */
export async function expectIndexes(
  work: () => Promise<unknown>,
  { of: pattern, count }: { of: RegExp; count: number },
): Promise<void> {
  const statements = (await collectStatements(work)).filter((statement) => pattern.test(statement));
  expect(statements).toHaveLength(count);
  const explained = await explainStatements(statements);
  expect(explained.filter(({ plan }) => plan.some((step) => searches.test(step)))).toEqual([]);
}

// Literals in both dialects.
export const isTrue = dialect === "sqlite" ? sql`1` : sql`true`;
export const isFalse = dialect === "sqlite" ? sql`0` : sql`false`;
