// `npm test`: the checks and tests of every change; repeats the failed ones at the end and counts all in the last line. `--all` adds
// those that are kept for before a release, and runs all HTTP tests on Postgres too. `node test/run.ts unit|http|e2e` runs one part;
// arguments that follow choose among all tests.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "#test/databases/postgres.ts";
import { makeMemoryFolder } from "./memory-folder.ts";
import { type Outcome, playwrightReport, readOutcome, vitestReport } from "./reports.ts";

const parts = ["unit", "http", "e2e"];
const [part, ...runnerArgs] = process.argv.slice(2).filter((argument) => argument !== "--all");
if (process.argv.includes("--all")) process.env.TEST_SCOPE = "all";
else if (runnerArgs.length === 0) process.env.TEST_SCOPE = "change";
if (part !== undefined && !parts.includes(part)) throw new Error(`no such part, but ${parts.join(", ")}`);

/** Failed journeys leave results to look at. */
const journeyResults = path.join(tmpdir(), "mugen-e2e-results");
const memory = process.env.TMPDIR ? undefined : makeMemoryFolder();
if (memory) process.env.TMPDIR = memory;

const results = mkdtempSync(path.join(tmpdir(), "mugen-results-"));
const outcomes: Outcome[] = [];

/** Shows output as it comes, or with `quiet` at the end. */
function run(
  command: string,
  args: string[],
  o: { env?: Record<string, string>; quiet?: boolean } = {},
): Promise<number> {
  const began = Date.now();
  const title = `\n▸ ${[command, ...args].join(" ")}`;
  if (!o.quiet) console.log(title);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: o.quiet ? ["ignore", "pipe", "pipe"] : "inherit",
      env: { ...process.env, ...o.env },
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => printed.push(chunk));
    }
    const end = (code: number) => {
      if (o.quiet) console.log(title);
      process.stdout.write(Buffer.concat(printed));
      console.log(`  ${Math.round((Date.now() - began) / 1000)} s`);
      resolve(code);
    };
    child.on("error", () => end(127));
    child.on("close", (code) => end(code ?? 1));
  });
}

/** Counts as one test. Returns whether it passed. */
async function check(command: string, ...args: string[]): Promise<boolean> {
  const status = await run(command, args, { quiet: true });
  count(status === 0, [command, ...args].join(" "));
  return status === 0;
}

function count(passed: boolean, name: string): void {
  outcomes.push({ passed: passed ? 1 : 0, failed: passed ? [] : [name], skipped: 0 });
}

/** More workers than CI has processors: tests wait much of their time. */
async function vitest(projects: string[], maxWorkers: number): Promise<void> {
  const file = path.join(results, `vitest-${outcomes.length}.json`);
  const args = [
    "run",
    `--maxWorkers=${maxWorkers}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const status = await run("vitest", [
    ...args,
    ...projects.flatMap((project) => ["--project", project]),
    ...runnerArgs,
  ]);
  outcomes.push(
    readOutcome({ name: `vitest of ${projects.join(", ")}`, file, status, report: vitestReport }),
  );
}

const database = () => (realPostgres ? "postgres" : "pglite");
const unitTests = () => vitest(["plain*", "sqlite*", `${database()}*`], 4);
async function httpTests(): Promise<void> {
  const projects = ["http-sqlite*", ...(realPostgres ? ["http-postgres*"] : [])];
  // Chosen files may all be of one kind, and no file at all would be a failure.
  if (runnerArgs.length > 0) projects.push(...aloneProjects());
  await vitest(projects, 3);
}

const aloneProjects = () => (realPostgres ? ["alone-postgres"] : []);
/** They wait more than they work. */
async function testsAlone(): Promise<void> {
  if (realPostgres) await vitest(aloneProjects(), 1);
}

/** All statements sent to databases while `work` ran. */
async function explainStatementsOf(work: () => Promise<void>): Promise<void> {
  process.env.RECORD_STATEMENTS = mkdtempSync(path.join(results, "statements-"));
  await work();
  await vitest(["plans-*"], 2);
}

async function browserTests(): Promise<void> {
  const file = path.join(results, "playwright.json");
  const args = ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"];
  args.push("--output", journeyResults, ...runnerArgs);
  // Node reads TypeScript sooner than Playwright compiles it.
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PW_DISABLE_TS_ESM: "1" };
  const status = await run("playwright", args, { env });
  outcomes.push(readOutcome({ name: "playwright", file, status, report: playwrightReport }));
}

const build = () => check("npm", "run", "--silent", "build");

/**
 * One thread needs half the processor time of four, and what runs beside it keeps the others busy. No garbage collection saves a
 * quarter for a fifth more memory.
 */
async function checkTypes(...project: string[]): Promise<void> {
  const args = ["node_modules/typescript-7/bin/tsc", "--noEmit", "--singleThreaded", ...project];
  const status = await run("node", args, { env: { GOGC: "off" }, quiet: true });
  count(status === 0, ["node", ...args].join(" "));
}

/** Generating anew must add nothing. */
async function checkMigrations(dialect: "sqlite" | "postgres"): Promise<void> {
  const folder = `db/migrations/${dialect}`;
  const before = readdirSync(folder).length;
  const generate = ["generate", "--config", `db/drizzle.${dialect}.config.ts`, "--name", "missing"];
  const status = await run("drizzle-kit", generate, { quiet: true });
  const unchanged = readdirSync(folder).length === before;
  if (!unchanged) console.error(`${folder} was behind the schema: look at what was generated and commit it`);
  count(status === 0 && unchanged, `migrations of ${dialect}`);
}

async function checkSources(): Promise<void> {
  await check("react-router", "typegen");
  await Promise.all([checkTypes(), checkTypes("-p", "app/service-worker"), checkStyleAndMigrations()]);
}

async function checkStyleAndMigrations(): Promise<void> {
  await check("biome", "ci", "--error-on-warnings");
  await check("node", "docs/check-words.ts");
  await check("npm", "run", "--silent", "imports");
  await checkMigrations("sqlite");
  await checkMigrations("postgres");
}

/** What follows a build that failed would test the one before it. */
async function runPart(): Promise<void> {
  if (part === "unit") return unitTests();
  if (part !== undefined) {
    if (!(await build())) return;
    if (part === "e2e") return browserTests();
    return runnerArgs.length > 0
      ? httpTests()
      : explainStatementsOf(async () => {
          await httpTests();
          await testsAlone();
        });
  }
  // Unit tests need no build.
  const [isBuilt] = await Promise.all([build(), unitTests()]);
  if (!isBuilt) return;
  await explainStatementsOf(async () => {
    await httpTests();
    // The fleet and the chaos wait for processes that were killed.
    await Promise.all([testsAlone(), checkSources()]);
    await browserTests();
  });
}

const postgres = part === "e2e" || process.env.TEST_DATABASE_URL ? null : await startPostgres();
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
const realPostgres = process.env.TEST_DATABASE_URL !== undefined;
process.once("exit", () => {
  postgres?.stop();
  rmSync(results, { recursive: true, force: true });
  if (memory) rmSync(memory, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await runPart();
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const skipped = outcomes.reduce((sum, outcome) => sum + outcome.skipped, 0);
const failed = outcomes.flatMap((outcome) => outcome.failed);
if (part !== "e2e") {
  const second = realPostgres
    ? `Postgres ${postgres?.version ?? "(TEST_DATABASE_URL)"}`
    : "Postgres in PGlite";
  console.log(`\nRan on: SQLite, ${second}, with files ${memory ? "in memory" : "on a disk"}.`);
  if (!realPostgres)
    console.log("Real Postgres did not run: no server programs here and no TEST_DATABASE_URL. CI runs it.");
}
if (failed.length > 0) console.log(`Failed:\n${failed.map((name) => `  ✗ ${name}`).join("\n")}`);
console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
