import { writeFileSync } from "node:fs";
import { fromPglite } from "pg-boss";
import { openPglite } from "#jobs/embedded-queue.ts";
import { startBoss } from "#jobs/queue.ts";

/** Writes an empty job queue as PGlite loads it to `file`: making one takes seconds, loading it less than one. */
export async function snapshotQueue(file: string): Promise<void> {
  const lite = await openPglite();
  const boss = await startBoss({ db: fromPglite(lite), backend: "pglite" }, false);
  await boss.stop({ graceful: false, close: false });
  await lite.exec("checkpoint");
  writeFileSync(file, await (await lite.dumpDataDir("gzip")).bytes());
  await lite.close();
}
