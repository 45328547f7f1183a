import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeQueue, openQueue } from "#jobs/queue.ts";

/** Names the folder that `makeQueueFolder` made, for the processes that start servers. */
const folderName = "TEST_QUEUE_FOLDER";

/**
 * Makes a job queue as the first start on SQLite makes one, which takes seconds: servers of the tests begin with a copy.
 * Returns what removes it.
 */
export default async function makeQueueFolder(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-queue-"));
  const errors: Error[] = [];
  await openQueue({
    url: undefined,
    dataDir: folder,
    runsJobs: false,
    onError: (error) => errors.push(error),
  });
  await closeQueue(0);
  if (errors.length > 0) throw new AggregateError(errors, "the queue could not be made");
  process.env[folderName] = folder;
  return () => rmSync(folder, { recursive: true });
}

/** Puts the copy into a data folder that has no queue yet. */
export function copyQueueFolder(dataDir: string): void {
  const made = process.env[folderName];
  if (made && !existsSync(path.join(dataDir, "jobs"))) cpSync(made, dataDir, { recursive: true });
}
