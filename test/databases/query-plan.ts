import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import { write } from "#db/client.ts";
import { dialect } from "#db/columns.ts";

interface RawHandle {
  all(query: SQL): Promise<unknown[]> | unknown[];
  execute(query: SQL): Promise<{ rows: unknown[] }>;
}
const raw = (handle: object): RawHandle => handle as RawHandle;

/** Gives Postgres' planner statistics. Call it after `withDatabase()`. */
export function analyzeTables(): void {
  beforeAll(async () => {
    if (dialect === "postgres") await write((tx) => raw(tx).execute(sql`analyze`));
  });
}

/** The plan as text. On Postgres without sequential scans, which small tables would get whatever indexes they have. */
export async function planOf(statement: SQL): Promise<string> {
  return write(async (tx) => {
    if (dialect === "sqlite") return JSON.stringify(await raw(tx).all(sql`explain query plan ${statement}`));
    await raw(tx).execute(sql`set local enable_seqscan = off`);
    return JSON.stringify((await raw(tx).execute(sql`explain ${statement}`)).rows);
  });
}

/** Fails unless the statement uses `index`, scans no table and sorts nothing. */
export async function expectIndexUse(statement: SQL, index: string): Promise<void> {
  const plan = await planOf(statement);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|SCAN (?!.*USING)/);
  expect(plan).not.toMatch(/USE TEMP B-TREE|"Sort/);
}

// Literals in both dialects.
export const isTrue = dialect === "sqlite" ? sql`1` : sql`true`;
export const isFalse = dialect === "sqlite" ? sql`0` : sql`false`;
export const someTime = dialect === "sqlite" ? sql`1` : sql`now()`;
