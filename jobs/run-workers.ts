import { rm } from "node:fs/promises";
import path from "node:path";
import type { PgBoss } from "pg-boss";
import { environment } from "#app/config/environment.ts";
import { recoverTasks } from "#app/features/creation/recover-tasks.server.ts";
import { removeExpired, removeOrphanedFiles } from "#app/features/creation/remove-expired.server.ts";
import { removeTemporaryFiles } from "#app/features/storage/remove-temporary-files.server.ts";
import { logger } from "#app/logger.server.ts";
import { producePreview } from "./produce-preview.ts";
import { workOnTasks } from "./run-job.ts";
import { writeScript } from "./write-script.ts";

/** What a killed process left: half-written files, the engines' work folder, files of work that came to nothing. */
async function clearLeftOvers(): Promise<void> {
  const { DATA_DIR } = environment();
  await rm(path.join(DATA_DIR, "tmp"), { recursive: true, force: true });
  await removeTemporaryFiles({ root: path.join(DATA_DIR, "files") });
  await removeOrphanedFiles(new Date(), 0);
}

const recoverEveryMs = 60_000;

/**
 * Takes jobs in this process until the queue is closed. `alone`: no other process works on this installation, so
 * left-overs of a crash can be cleared at once. Returns the way to stop the recovery.
 */
export async function runWorkers(
  boss: PgBoss,
  options: { concurrency: number; alone: boolean },
): Promise<{ stop(): void }> {
  if (options.alone) await clearLeftOvers();
  await workOnTasks(boss, "write-script", {
    concurrency: 2,
    handler: writeScript,
    apology: "台本の生成に失敗しました",
  });
  await workOnTasks(boss, "produce-preview", {
    concurrency: options.concurrency,
    handler: producePreview,
    apology: "音声の生成に失敗しました。しばらくしてから再度お試しください。",
  });
  await boss.work("tidy", { pollingIntervalSeconds: 2 }, async () => removeExpired());
  await boss.schedule("tidy", "*/5 * * * *", {}, { tz: "Asia/Tokyo" });
  const recover = () =>
    recoverTasks().catch((error: unknown) =>
      logger.error({ err: error }, "open tasks could not be recovered"),
    );
  await recover();
  const timer = setInterval(recover, recoverEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
