import { globSync, readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Such a file may depend on the database. */
const opensDatabase = /\b(?:withDatabase|openDatabase)\(/;

/**
 * Changes modules, globals or settings for good. So do files with a comment `isolated:`, which says what stays behind or must
 * not be there.
 */
const changesItsProcess =
  /\bvi\.(?:mock|doMock|hoisted|stub\w+|resetModules)\(|\bprocess\.env\.\w+ (?:\?\?)?= |\/\/ isolated:/;

/** Says why the database makes no difference. */
const onOneDatabase = /^\/\/ on one database: \S/m;

interface Files {
  /** In one process, in turn; modules load once. */
  shared: string[];
  isolated: string[];
}

/** `plain`: once, without a database; `sqlite`: on SQLite; `database`: those that also run on Postgres. */
export function unitFiles(): { plain: Files; sqlite: Files; database: Files } {
  const plain: Files = { shared: [], isolated: [] };
  const sqlite: Files = { shared: [], isolated: [] };
  const database: Files = { shared: [], isolated: [] };
  for (const file of globSync("{app,db,docs,jobs,release,test}/**/*.test.{ts,tsx}", {
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

/** Says what may differ on Postgres. */
const onBothDatabases = /^\/\/ on both databases: \S/m;

interface HttpFiles {
  shared: string[];
  own: string[];
}

/** Says what else would have too little of the machine. */
const isAlone = /^\/\/ alone, on Postgres: \S/m;

/** The files of HTTP tests: `all`, those that belong on `both` databases, and those that run `alone`, on Postgres. */
export function httpFiles(): { all: HttpFiles; both: HttpFiles; alone: string[] } {
  const all: HttpFiles = { shared: [], own: [] };
  const both: HttpFiles = { shared: [], own: [] };
  const alone: string[] = [];
  for (const file of globSync("test/http/**/*.test.ts")) {
    const source = readFileSync(file, "utf8");
    if (isAlone.test(source)) {
      alone.push(file);
      continue;
    }
    const kind = source.includes("sharedServer(") ? "shared" : "own";
    all[kind].push(file);
    if (onBothDatabases.test(source)) both[kind].push(file);
  }
  return { all, both, alone };
}

/** Says why it takes much longer. */
const isLong = /^\/\/ long: \S/m;

/** A long file that began last would leave other workers idle. */
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
