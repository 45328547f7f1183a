import Database from "better-sqlite3";
import { vi } from "vitest";
import { db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";

/** Counts statements by `db` and `primary` while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spies = spyOnDriver();
  try {
    await work();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Collects statements by `db` and `primary`, each once. */
export async function collectStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spies = spyOnDriver();
  try {
    await work();
    const texts = spies.flatMap(({ mock }) =>
      dialect === "sqlite" ? mock.contexts.map(textOf) : mock.calls.map(([query]) => textOf(query)),
    );
    return [...new Set(texts)];
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Of SQLite's statement, Drizzle's query for Postgres, or a text. */
function textOf(query: unknown): string {
  if (typeof query === "object" && query !== null) {
    if ("source" in query) return String(query.source);
    if ("text" in query) return String(query.text);
  }
  return String(query);
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
