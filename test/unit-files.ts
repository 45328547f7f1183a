import { globSync, readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A file that opens the database: what it tests may depend on which database that is. */
const opensDatabase = /\b(?:withDatabase|openDatabase)\(/;

/**
 * A file that changes what its process has for good: modules, globals or settings. So does one with a comment
 * `isolated:`, which says what stays behind in its process or must not be there.
 */
const changesItsProcess =
  /\bvi\.(?:mock|doMock|hoisted|stub\w+|resetModules)\(|\bprocess\.env\.\w+ (?:\?\?)?= |\/\/ isolated:/;

/** A comment of a file that opens the database, with why it makes no difference which one. */
const onOneDatabase = /^\/\/ on one database: \S/m;

interface Files {
  /** Run one after the other in the same process, whose modules are loaded once. */
  shared: string[];
  /** Run in a process each. */
  isolated: string[];
}

/** The unit tests' files: `plain` ones run once, without a database, `sqlite` ones on SQLite, `database` ones on Postgres: those that run on both. */
export function unitFiles(): { plain: Files; sqlite: Files; database: Files } {
  const plain: Files = { shared: [], isolated: [] };
  const sqlite: Files = { shared: [], isolated: [] };
  const database: Files = { shared: [], isolated: [] };
  for (const file of globSync("{app,db,docs,jobs,test}/**/*.test.{ts,tsx}", {
    exclude: ["test/{http,plans}/**"],
  })) {
    const source = readFileSync(file, "utf8");
    const kind = changesItsProcess.test(source) ? "isolated" : "shared";
    if (!opensDatabase.test(source)) plain[kind].push(file);
    else {
      sqlite[kind].push(file);
      if (!onOneDatabase.test(source)) database[kind].push(file);
    }
  }
  return { plain, sqlite, database };
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

/** A comment of a file that takes much longer than others, with why. */
const isLong = /^\/\/ long: \S/m;

/** Within a project long files begin first: one that began last would leave the other workers without work. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => {
      const long = new Set(own.filter(({ moduleId }) => isLong.test(readFileSync(moduleId, "utf8"))));
      return [...long, ...own.filter((file) => !long.has(file))];
    });
  }
}
