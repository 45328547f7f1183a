import { globSync, readFileSync } from "node:fs";

/** A file that opens the database: what it tests may depend on which database that is. */
const opensDatabase = /\b(?:withDatabase|openDatabase)\(/;

/**
 * A file that changes what its process has: modules, clocks, globals or settings. So does one with a comment
 * `isolated:`, which says what stays behind in its process or must not be there.
 */
const changesItsProcess =
  /\bvi\.(?:mock|doMock|hoisted|stub\w+|useFakeTimers|setSystemTime|spyOn|resetModules)\(|\bprocess\.env\.\w+ (?:\?\?)?= |\/\/ isolated:/;

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

/** The files of tests over HTTP: `shared` ones use the server of their worker, the others start their own. */
export function httpFiles(): { shared: string[]; own: string[] } {
  const files = globSync("test/http/**/*.test.ts");
  const shared = files.filter((file) => readFileSync(file, "utf8").includes("sharedServer("));
  return { shared, own: files.filter((file) => !shared.includes(file)) };
}
