// `npm test`: every check and every test, each runner after the other. The last line counts them all together.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { startPostgres } from "./postgres.ts";

const results = mkdtempSync(path.join(tmpdir(), "mugen-results-"));
const total = { passed: 0, failed: 0, skipped: 0 };

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n▸ ${[command, ...args].join(" ")}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** A check passes or fails as a whole and counts as one test. */
async function check(command: string, ...args: string[]): Promise<void> {
  const status = await run(command, args);
  if (status === 0) total.passed++;
  else total.failed++;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
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
  add(file, status, (json) => {
    const report = vitestReport.parse(json);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

async function playwright(): Promise<void> {
  const file = path.join(results, "playwright.json");
  const status = await run(
    "playwright",
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  );
  add(file, status, (json) => {
    const { stats } = playwrightReport.parse(json);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  });
}

/** Adds a runner's counts; a runner that failed without naming a failed test still counts as one failure. */
function add(file: string, status: number, read: (json: unknown) => typeof total): void {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    console.error(`no report in ${file}`);
  }
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

/** The migrations are what the schema needs when generating anew adds none. */
async function checkMigrations(dialect: "sqlite" | "postgres"): Promise<void> {
  const folder = `db/migrations/${dialect}`;
  const before = readdirSync(folder).length;
  const status = await run("drizzle-kit", [
    "generate",
    "--config",
    `db/drizzle.${dialect}.config.ts`,
    "--name",
    "missing",
  ]);
  const unchanged = readdirSync(folder).length === before;
  if (!unchanged) console.error(`${folder} was behind the schema: look at what was generated and commit it`);
  if (status === 0 && unchanged) total.passed++;
  else total.failed++;
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
  await check("biome", "ci", "--error-on-warnings");
  await check("react-router", "typegen");
  await check("tsc", "--noEmit");
  await check("depcruise", "--config", ".dependency-cruiser.js", "app", "db", "jobs");
  await checkMigrations("sqlite");
  await checkMigrations("postgres");
  await vitest("sqlite", "pglite", ...(realPostgres ? ["postgres"] : []));
  await check("npm", "run", "--silent", "build");
  await vitest("http-sqlite");
  if (realPostgres) await vitest("http-postgres");
  await playwright();
} finally {
  postgres?.stop();
  rmSync(results, { recursive: true, force: true });
}
console.log(`\nRan on: ${databases.join(", ")}.`);
if (!realPostgres) {
  console.log("Real Postgres did not run: no server programs here and no TEST_DATABASE_URL. CI runs it.");
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
