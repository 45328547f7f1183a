import Database from "better-sqlite3";
import { vi } from "vitest";
import { db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";

/** How many statements reach the database by `db` and `primary` while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spies = spyOnDriver();
  try {
    await work();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** The texts of the statements that reach SQLite by `db` and `primary` while `work` runs, each once, and the database's file. */
export async function collectStatements(
  work: () => Promise<unknown>,
): Promise<{ file: string; statements: string[] }> {
  const spies = spyOnDriver();
  try {
    await work();
    const run = spies.flatMap((spy) => spy.mock.contexts).filter(isStatement);
    return {
      file: run[0]?.database.name ?? "",
      statements: [...new Set(run.map(({ source }) => source))],
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const isStatement = (value: unknown): value is Database.Statement =>
  typeof value === "object" && value !== null && "source" in value && "database" in value;

function spyOnDriver() {
  if (dialect === "sqlite") {
    const memory = new Database(":memory:");
    const statement: Database.Statement = Object.getPrototypeOf(memory.prepare("select 1"));
    memory.close();
    return [vi.spyOn(statement, "all"), vi.spyOn(statement, "get"), vi.spyOn(statement, "run")];
  }
  if (!("$client" in db) || !hasQuery(db.$client)) throw new Error("the database has another driver");
  return [vi.spyOn(db.$client, "query")];
}

const hasQuery = (client: unknown): client is { query(text: string): unknown } =>
  typeof client === "object" && client !== null && "query" in client;
