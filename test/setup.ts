import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, inject, vi } from "vitest";
import { setMinThreadIdleMs } from "#app/engines/request-thread.ts";
import { makeInstallation } from "./databases/own-installation.ts";
import { findWorkerServer } from "./servers/shared-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** For tests without a database. */
    withoutDatabase?: boolean;
  }
}

process.env.LOG_LEVEL ??= "silent";
// On a busy machine threads would be idle so long between any two questions.
setMinThreadIdleMs(30_000);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shared = await findWorkerServer();
if (shared) {
  process.env.DATA_DIR = shared.dataDir;
  process.env.DATABASE_URL = shared.databaseUrl;
} else {
  // All other files begin with an empty installation.
  const remove = await makeInstallation({
    sqlite: inject("withoutDatabase") ? undefined : inject("migratedSqlite"),
    pglite: inject("migratedPglite"),
    postgres: inject("migratedPostgres"),
  });
  afterAll(async () => {
    const hasOpened = existsSync(path.join(process.env.DATA_DIR ?? "", "mugen.sqlite"));
    await remove();
    if (inject("withoutDatabase") && hasOpened)
      throw new Error("this file opens the database: it has to call withDatabase()");
  });
}
