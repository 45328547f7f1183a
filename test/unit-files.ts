import { globSync, readFileSync } from "node:fs";

/** A file that opens the database: what it tests may depend on which database that is. */
const opensDatabase = /\b(?:withDatabase|openDatabase)\(/;

/**
 * A file that changes what its process has for good: modules, globals or settings. So does one with a comment
 * `isolated:`, which says what stays behind in its process or must not be there.
 */
const changesItsProcess =
  /\bvi\.(?:mock|doMock|hoisted|stub\w+|resetModules)\(|\bprocess\.env\.\w+ (?:\?\?)?= |\/\/ isolated:/;

interface Files {
  /** Run one after the other in the same process, whose modules are loaded once. */
  shared: string[];
  /** Run in a process each. */
  isolated: string[];
}

/** The unit tests' files: `plain` ones run once, the others on each database. */
export function unitFiles(): { plain: Files; database: Files } {
  const plain: Files = { shared: [], isolated: [] };
  const database: Files = { shared: [], isolated: [] };
  for (const file of globSync("{app,db,docs,jobs,test}/**/*.test.{ts,tsx}", { exclude: ["test/http/**"] })) {
    const source = readFileSync(file, "utf8");
    const files = opensDatabase.test(source) ? database : plain;
    files[changesItsProcess.test(source) ? "isolated" : "shared"].push(file);
  }
  return { plain, database };
}

/** A comment of a file of HTTP tests, with what may go otherwise on Postgres than on SQLite. */
const onBothDatabases = /^\/\/ on both databases: \S/m;

interface HttpFiles {
  /** Those that use the server of their worker. */
  shared: string[];
  /** Those that start their own. */
  own: string[];
}

/** The files of tests over HTTP: `all` of them, and those that belong on `both` databases. */
export function httpFiles(): { all: HttpFiles; both: HttpFiles } {
  const all: HttpFiles = { shared: [], own: [] };
  const both: HttpFiles = { shared: [], own: [] };
  for (const file of globSync("test/http/**/*.test.ts")) {
    const source = readFileSync(file, "utf8");
    const kind = source.includes("sharedServer(") ? "shared" : "own";
    all[kind].push(file);
    if (onBothDatabases.test(source)) both[kind].push(file);
  }
  return { all, both };
}
