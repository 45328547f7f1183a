import { writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { fromPglite } from "pg-boss";
import { startBoss } from "#jobs/queue.ts";

/**
 * Writes an empty job queue as PGlite loads it to `file`: making one takes seconds, loading it less than one. With the least
 * buffers: its files are in memory as well, and the default would hold 150 MB of them twice.
 */
export async function snapshotQueue(file: string): Promise<void> {
  const lite = await PGlite.create();
  const boss = await startBoss({ db: fromPglite(lite), backend: "pglite" }, false);
  await boss.stop({ graceful: false, close: false });
  await lite.exec("alter system set shared_buffers = '1MB'");
  await lite.exec("checkpoint");
  writeFileSync(file, await (await lite.dumpDataDir("gzip")).bytes());
  await lite.close();
}
