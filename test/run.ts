// `npm test`: every check and every test. The failed ones are named again at the end, and the last line counts them all.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { startPostgres } from "./postgres.ts";

interface Outcome {
  passed: number;
  /** Names of what failed. */
  failed: string[];
  skipped: number;
}

const results = mkdtempSync(path.join(tmpdir(), "mugen-results-"));
const outcomes: Outcome[] = [];

/** Runs a program to its end. What it prints is shown as it comes, or with `quiet` as a whole at the end. */
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

/** A check passes or fails as a whole and counts as one test. */
async function check(command: string, ...args: string[]): Promise<void> {
  const status = await run(command, args, { quiet: true });
  count(status === 0, [command, ...args].join(" "));
}

function count(passed: boolean, name: string): void {
  outcomes.push({ passed: passed ? 1 : 0, failed: passed ? [] : [name], skipped: 0 });
}

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
      }),
    ),
  })
  .transform((report): Outcome => {
    const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const tests = assertionResults.filter((test) => test.status === "failed");
      if (status === "failed" && tests.length === 0) return [`${file} as a whole`];
      return tests.map(({ fullName }) => `${file} › ${fullName}`);
    });
    const { numPassedTests: passed, numPendingTests, numTodoTests } = report;
    return { passed, failed, skipped: numPendingTests + numTodoTests };
  });

async function vitest(...projects: string[]): Promise<void> {
  const file = path.join(results, `${projects.join("-")}.json`);
  const status = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...projects.flatMap((project) => ["--project", project]),
  ]);
  add(`vitest of ${projects.join(", ")}`, file, status, vitestReport);
}

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z
  .object({ suites: z.array(playwrightSuite), errors: z.array(z.object({ message: z.string().optional() })) })
  .transform(({ suites, errors }): Outcome => {
    const outcome: Outcome = { passed: 0, failed: errors.map(({ message }) => message ?? "e2e"), skipped: 0 };
    const walk = (suite: z.infer<typeof playwrightSuite>, above: string[]) => {
      const names = [...above, suite.title];
      for (const { title, tests } of suite.specs) {
        for (const { status } of tests) {
          if (status === "expected") outcome.passed++;
          else if (status === "skipped") outcome.skipped++;
          else outcome.failed.push([...names, title].join(" › "));
        }
      }
      for (const inner of suite.suites ?? []) walk(inner, names);
    };
    for (const suite of suites) walk(suite, ["e2e"]);
    return outcome;
  });

async function playwright(): Promise<void> {
  const file = path.join(results, "playwright.json");
  const status = await run(
    "playwright",
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  add("playwright", file, status, playwrightReport);
}

/** Adds what a runner reports; a runner that failed without naming a failed test still counts as one failure. */
function add(name: string, file: string, status: number, report: z.ZodType<Outcome>): void {
  let outcome: Outcome = { passed: 0, failed: [], skipped: 0 };
  try {
    outcome = report.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.error(`no report in ${file}`, error);
  }
  if (status !== 0 && outcome.failed.length === 0) outcome.failed.push(name);
  outcomes.push(outcome);
}

/** The migrations are what the schema needs when generating anew adds none. */
async function checkMigrations(dialect: "sqlite" | "postgres"): Promise<void> {
  const folder = `db/migrations/${dialect}`;
  const before = readdirSync(folder).length;
  const generate = ["generate", "--config", `db/drizzle.${dialect}.config.ts`, "--name", "missing"];
  const status = await run("drizzle-kit", generate, { quiet: true });
  const unchanged = readdirSync(folder).length === before;
  if (!unchanged) console.error(`${folder} was behind the schema: look at what was generated and commit it`);
  count(status === 0 && unchanged, `migrations of ${dialect}`);
}

async function checkTypes(): Promise<void> {
  await check("react-router", "typegen");
  await check("tsc", "--noEmit");
  await check("tsc", "--noEmit", "-p", "app/service-worker");
}

/** One after the other; the types are checked meanwhile. */
async function checkTheRest(): Promise<void> {
  await check("biome", "ci", "--error-on-warnings");
  await check("depcruise", "--config", ".dependency-cruiser.js", "app", "db", "jobs");
  await checkMigrations("sqlite");
  await checkMigrations("postgres");
}

const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
const realPostgres = process.env.TEST_DATABASE_URL !== undefined;
const databases = [
  "SQLite",
  "Postgres in PGlite",
  ...(realPostgres ? [`Postgres ${postgres?.version ?? "(TEST_DATABASE_URL)"}`] : []),
];
try {
  await Promise.all([checkTypes(), checkTheRest()]);
  await check("npm", "run", "--silent", "build");
  await vitest("plain", "sqlite", "pglite", ...(realPostgres ? ["postgres"] : []));
  await vitest("http-sqlite", ...(realPostgres ? ["http-postgres"] : []));
  await playwright();
} finally {
  postgres?.stop();
  rmSync(results, { recursive: true, force: true });
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const skipped = outcomes.reduce((sum, outcome) => sum + outcome.skipped, 0);
const failed = outcomes.flatMap((outcome) => outcome.failed);
console.log(`\nRan on: ${databases.join(", ")}.`);
if (!realPostgres) {
  console.log("Real Postgres did not run: no server programs here and no TEST_DATABASE_URL. CI runs it.");
}
if (failed.length > 0) console.log(`Failed:\n${failed.map((name) => `  ✗ ${name}`).join("\n")}`);
console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
