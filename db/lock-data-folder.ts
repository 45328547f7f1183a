import { mkdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

/** Prevents collection of the connection, and with it of the lock. */
const held = new Set<Database.Database>();

/**
 * Locks the data folder until `release` or the process ends, even killed: the operating system holds it through an exclusive
 * SQLite transaction. Throws if another process has it.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const holder = new Database(path.join(dataDir, "lock"), { timeout: 0 });
  try {
    // A journal in a file would need room on the disk.
    holder.pragma("journal_mode = MEMORY");
    holder.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    holder.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new DataFolderInUse(dataDir);
    }
    throw error;
  }
  held.add(holder);
  return {
    release() {
      held.delete(holder);
      holder.exec("ROLLBACK");
      holder.close();
    },
  };
}

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`another Mugen server is using ${dataDir}: stop it first, or set DATA_DIR to another folder`);
    this.name = "DataFolderInUse";
  }
}
