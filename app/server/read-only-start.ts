import { open, rm } from "node:fs/promises";
import path from "node:path";
import { logger } from "#app/logger.server.ts";
import { closeDatabase, type DatabaseOptions, openDatabase } from "#db/client.ts";
import { DatabaseNotReady } from "#db/store.ts";

/** How often a full disk is tried again. */
const retryMs = 3000;
/** What the server needs to begin with, in bytes. */
const minRoom = 1024 * 1024;

/**
 * Opens the database for reading on a disk that takes no writes, so that people can still listen, and calls `complete` once
 * the disk has room and the database is open for writing. Returns what ends the waiting. Throws `DatabaseNotReady` when
 * there is nothing to read yet, or only what an older version wrote.
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

/** Whether the disk takes `minRoom`, tried with a file: quotas and limits of the process count too. */
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
