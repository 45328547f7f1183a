import { randomBytes } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { hashToken } from "#app/lib/secret-token.ts";
import { consoleRows } from "./console-rows.ts";

function newSession(): { token: string; sessionId: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, sessionId: hashToken(token) };
}

/** Writes `consoleRows` into the SQLite database of a stopped server. Returns the token of its console session. */
export function fillConsoleOnSqlite(dataDir: string): string {
  const database = new Database(path.join(dataDir, "mugen.sqlite"));
  try {
    database.pragma("synchronous = OFF");
    database.pragma("foreign_keys = OFF");
    const triggers = database
      .prepare<[], { name: string }>(
        "select name from sqlite_master where type = 'trigger' and tbl_name in ('tracks', 'users')",
      )
      .all();
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    const { token, sessionId } = newSession();
    const at = (ms: string) => `(${ms})`;
    for (const sql of consoleRows({ now: Date.now(), at, sessionId })) database.exec(sql);
    database.exec("analyze");
    return token;
  } finally {
    database.close();
  }
}

/** The same on a migrated Postgres database, as a superuser. */
export async function fillConsoleOnPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without triggers and foreign keys.
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    const { token, sessionId } = newSession();
    const at = (ms: string) => `to_timestamp((${ms}) / 1000.0)`;
    for (const sql of consoleRows({ now: Date.now(), at, sessionId })) await client.query(sql);
    await client.query("vacuum analyze");
    return token;
  } finally {
    await client.end();
  }
}
