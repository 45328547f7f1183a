import { asc, eq, gt, inArray } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, type Db, primary, write } from "#db/client.ts";
import { fileRemovals } from "#db/schema/index.ts";
import { InvalidStorageKey, isStorageKey } from "../storage.ts";
import { audioStorage } from "./audio-storage.server.ts";

const batchSize = 500;
const concurrentRemovals = 16;

/**
 * Records in `tx` that files go, and removes them after the commit. `removePendingFiles` removes what a crash or the disk left,
 * and with `isLater` everything, within a minute, so that running responses can end. `paths`: keys, and folders ending with
 * "/". Throws `InvalidStorageKey`.
 */
export async function removeFiles(
  tx: Db,
  paths: readonly string[],
  { isLater = false }: { isLater?: boolean } = {},
): Promise<void> {
  const unique = [...new Set(paths)];
  for (const path of unique) assertRemovable(path);
  for (const batch of chunk(unique, batchSize))
    await tx
      .insert(fileRemovals)
      .values(batch.map((path) => ({ path })))
      .onConflictDoNothing();
  if (unique.length > 0 && !isLater) afterCommit(() => removeRecorded(unique));
}

/**
 * Forgets in `tx` that a folder goes: somebody stores files there anew. A removal that is running leaves what it has not come to.
 */
export async function cancelFolderRemoval(tx: Db, folder: string): Promise<void> {
  await tx.delete(fileRemovals).where(eq(fileRemovals.path, folder));
}

/** Removes recorded files that a crash or the disk left. */
export async function removePendingFiles(): Promise<void> {
  for (let last: string | undefined = ""; last !== undefined; ) {
    const pending = await primary
      .select()
      .from(fileRemovals)
      .where(gt(fileRemovals.path, last))
      .orderBy(asc(fileRemovals.path))
      .limit(batchSize);
    const paths = pending.map(({ path }) => path);
    await removeRecorded(paths);
    last = paths.at(-1);
  }
}

/** Logs failures; their rows stay for the next attempt. */
async function removeRecorded(paths: readonly string[]): Promise<void> {
  for (const batch of chunk(paths, concurrentRemovals)) {
    const removed: string[] = [];
    await Promise.all(
      batch.map(async (path) => {
        try {
          if (await removePath(path)) removed.push(path);
        } catch (error) {
          logger.warn({ err: error }, "files were not removed");
        }
      }),
    );
    if (removed.length === 0) continue;
    await write((tx) => tx.delete(fileRemovals).where(inArray(fileRemovals.path, removed)));
  }
}

/** False if the folder is kept meanwhile (`cancelFolderRemoval`). */
async function removePath(path: string): Promise<boolean> {
  const storage = audioStorage();
  if (!path.endsWith("/")) {
    await storage.remove(path);
    return true;
  }
  for await (const key of storage.list(path)) {
    // A bucket that fails answers minutes later: what it lists may be the files of a task that began anew.
    if (!(await isRecorded(path))) return false;
    await storage.remove(key);
  }
  return true;
}

async function isRecorded(path: string): Promise<boolean> {
  return (await primary.$count(fileRemovals, eq(fileRemovals.path, path))) > 0;
}

/** A key or a folder, but none of the outermost ones, which hold everybody's files. */
function assertRemovable(path: string): void {
  const key = path.endsWith("/") ? path.slice(0, -1) : path;
  if (!isStorageKey(key) || !key.includes("/")) throw new InvalidStorageKey(path);
}
