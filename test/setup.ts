import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, inject } from "vitest";
import { makeInstallation } from "./own-installation.ts";

process.env.LOG_LEVEL ??= "silent";

/** Every test file begins with an empty installation. */
const remove = await makeInstallation({
  pglite: inject("migratedPglite"),
  postgres: inject("migratedPostgres"),
});

afterAll(async () => {
  const isPlain = inject("withoutDatabase");
  const opened = existsSync(path.join(process.env.DATA_DIR ?? "", "mugen.sqlite"));
  await remove();
  if (isPlain && opened) throw new Error("this file opens the database: it has to call withDatabase()");
});

declare module "vitest" {
  interface ProvidedContext {
    /** Set where tests have no database. */
    withoutDatabase?: boolean;
  }
}
