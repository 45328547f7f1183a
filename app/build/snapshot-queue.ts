import { writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { fromPglite } from "pg-boss";
import { startBoss } from "#app/queue/queue.ts";

/**
 * Writes an empty job queue as PGlite loads it to `file`, a tar compressed by zstd: making one takes seconds, loading it half
 * of one. It is as small as can be, for all of its files are in memory: the least buffers, a short log, no databases to copy.
 */
export async function snapshotQueue(file: string): Promise<void> {
  const lite = await PGlite.create({
    // Megabytes.
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
