// Loaded before a server by the tests (`node --import`): writes each statement that the server sends to its database to
// a file of its process in the folder RECORD_STATEMENTS, once. `test/plans/` explains them.
import { appendFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import pg from "pg";

const seen = new Set();

/** At once, because tests also kill servers. */
function record(dialect, statement) {
  if (typeof statement !== "string" || seen.has(statement)) return;
  seen.add(statement);
  const file = path.join(process.env.RECORD_STATEMENTS, `${dialect}-${process.pid}.jsonl`);
  try {
    appendFileSync(file, `${JSON.stringify(statement)}\n`);
  } catch {
    // A test has filled the server's disk.
  }
}

const { prepare } = Database.prototype;
Database.prototype.prepare = function (statement) {
  record("sqlite", statement);
  return prepare.call(this, statement);
};

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  record("postgres", typeof statement === "string" ? statement : statement?.text);
  return query.call(this, statement, ...rest);
};
