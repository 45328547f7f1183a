import { writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { fromPglite } from "pg-boss";
import { startBoss } from "#app/queue/queue.ts";

/**
 * Writes an empty job queue for PGlite to `file` (tar, zstd): making one takes seconds, loading it half a second. Kept minimal,
 * since all its files are in memory.
 */
export async function snapshotQueue(file: string): Promise<void> {
  const lite = await PGlite.create({
    initDbStartParams: ["--wal-segsize=1"],
    postgresqlconf: ["shared_buffers = 1MB", "min_wal_size = 2MB", "max_wal_size = 2MB"],
  });
  const boss = await startBoss({ db: fromPglite(lite), backend: "pglite" }, false);
  await boss.stop({ graceful: false, close: false });
  await lite.exec("update pg_database set datistemplate = false");
  for (const name of ["template0", "template1"]) await lite.exec(`drop database ${name}`);
  await lite.exec("checkpoint");
  writeFileSync(file, zstdCompressSync(await (await lite.dumpDataDir("none")).bytes()));
  await lite.close();
}
