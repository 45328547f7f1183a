// on both databases: what a first start makes is in the database
import { spawnSync } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, db, openDatabase } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { createTestDatabase } from "../../databases/postgres.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

let server: RunningServer | undefined;
afterEach(() => server?.kill());

test("a first start that is killed before it shows its secrets says at the next start how to get them, once", async () => {
  const { DATABASE_URL, DATA_DIR: dataDir } = environment();
  const made = DATABASE_URL ? await createTestDatabase(DATABASE_URL, `first_${process.pid}`) : undefined;
  const env = { ADMIN_PASSWORD_HASH: "", SEED: "off", DATABASE_URL: made?.url ?? "" };
  try {
    const killed = spawnSync(process.execPath, ["app/start.mjs"], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: "0",
        CRASH_AT: "first-start",
        DATA_DIR: dataDir,
        ...env,
      },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([killed.signal, killed.stdout]).toEqual(["SIGKILL", ""]);
    await openDatabase({ url: made?.url, dataDir });
    const start = async () => {
      server = await startServer({ dataDir, env, workers: 0, ...(made ? { databaseUrl: made.url } : {}) });
      // It notes that it has shown its message after it: whoever ends it before sees the message again.
      await expect.poll(() => db.$count(settings, eq(settings.key, "first_start_unseen"))).toBe(0);
      await server.stop();
      return server.output();
    };
    const next = await start();
    for (const command of ["npm run invite", "npm run admin -- password"]) expect(next).toContain(command);
    expect(await start()).not.toContain("npm run");
  } finally {
    await server?.kill();
    await closeDatabase();
    await made?.drop();
  }
});
