import { open, rm } from "node:fs/promises";
import path from "node:path";
import { logger } from "#app/logger.server.ts";
import { closeDatabase, type DatabaseOptions, openDatabase } from "#db/client.ts";
import { DatabaseNotReady } from "#db/store.ts";

const retryMs = 3000;
const minRoom = 1024 * 1024;

/**
 * Opens the database read-only on a full disk, so that people can listen; calls `complete` once it is open for writing. `stop`
 * ends the wait. Throws `DatabaseNotReady` if there is nothing to read, or only an older version's data.
 */
export async function startReadOnly(
  options: DatabaseOptions,
  complete: () => Promise<void>,
): Promise<{ stop(): void }> {
  const openReadOnly = () => openDatabase({ ...options, readOnly: true });
  try {
    await openReadOnly();
  } catch (error) {
    logger.error({ err: error }, "the database can't be opened for reading only");
    throw new DatabaseNotReady(
      `the disk takes no writes, and the database has to be made or brought up to date: make room in ${options.dataDir}`,
    );
  }
  let timer: NodeJS.Timeout | undefined;
  const waitForRoom = () => {
    timer = setTimeout(async () => {
      if (!(await hasRoom(options.dataDir))) return waitForRoom();
      await closeDatabase();
      try {
        await openDatabase(options);
      } catch (error) {
        logger.error({ err: error }, "the database can't be opened for writing yet");
        await openReadOnly();
        return waitForRoom();
      }
      logger.warn("there is room on the disk: the start is completed");
      await complete();
    }, retryMs);
  };
  waitForRoom();
  return { stop: () => clearTimeout(timer) };
}

/** Tries with a file: quotas and process limits count too. */
async function hasRoom(dataDir: string): Promise<boolean> {
  const trial = path.join(dataDir, ".room");
  try {
    const file = await open(trial, "w", 0o600);
    try {
      await file.writeFile(new Uint8Array(minRoom));
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}
