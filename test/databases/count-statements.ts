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
