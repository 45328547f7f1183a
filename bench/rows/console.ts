import { adminPasswordHash } from "#test/admin-password.ts";
import { createTestDatabase, startPostgres } from "#test/databases/postgres.ts";
import { fillConsoleOnPostgres, fillConsoleOnSqlite } from "../fill/fill-console.ts";
import { type ConsoleTiming, consoleGoalMs, measureConsole } from "../measure/measure-console.ts";
import { dataDir, startMugen } from "../mugen.ts";
import { results, table } from "../results.ts";

/** Measures the console's pages with 1,000,000 tracks, on SQLite and, if installed, the bench's own Postgres. */
export async function admin(): Promise<void> {
  console.error("Admin …");
  const sqlite = await measureOn({
    env: { DATA_DIR: dataDir("admin") },
    fill: () => fillConsoleOnSqlite(dataDir("admin")),
  });
  note("admin", sqlite);
  results.admin = { sqlite };
  const postgres = await startPostgres();
  if (!postgres) return table.note("admin, postgres", "not measured", "", "Postgres is missing");
  const stop = () => postgres.stop();
  process.once("exit", stop);
  const { url } = await createTestDatabase(postgres.url, "bench_console");
  const timings = await measureOn({
    env: { DATA_DIR: dataDir("admin-postgres"), DATABASE_URL: url },
    fill: () => fillConsoleOnPostgres(url),
    postgres: postgres.pid,
  });
  process.removeListener("exit", stop);
  stop();
  note("admin, postgres", timings);
  results.admin = { sqlite, postgres: timings, version: postgres.version };
}

async function measureOn(o: {
  env: Record<string, string>;
  fill: () => Promise<string> | string;
  postgres?: number;
}): Promise<ConsoleTiming[]> {
  await (await startMugen(o.env)).stop();
  const began = performance.now();
  const token = await o.fill();
  console.error(`  1,000,000 tracks written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const mugen = await startMugen({ ...o.env, ADMIN_PASSWORD_HASH: adminPasswordHash });
  const timings = await measureConsole({
    mugen,
    token,
    ...(o.postgres === undefined ? {} : { postgres: o.postgres }),
  });
  await mugen.stop();
  return timings;
}

/** The goal is the program's and the database's together: on SQLite they are one process. */
function note(name: string, timings: readonly ConsoleTiming[]): void {
  for (const { page, cpuMs, databaseCpuMs, p95Ms } of timings) {
    const all = cpuMs === null ? null : cpuMs + (databaseCpuMs ?? 0);
    const shares =
      cpuMs === null || databaseCpuMs === null
        ? ""
        : `; program ${cpuMs.toFixed(1)}, Postgres ${databaseCpuMs.toFixed(1)} ms`;
    table.note(
      `${name}, ${page}, processor time`,
      all === null ? "unknown" : `${all.toFixed(1)} ms`,
      all !== null && all > consoleGoalMs ? "MISSED" : "",
      `p95 ${p95Ms.toFixed(1)} ms; at most ${consoleGoalMs} ms of processor${shares}`,
    );
  }
}
