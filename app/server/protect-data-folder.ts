import { chmodSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { errorCode } from "#app/lib/file-errors.ts";
import { logger } from "#app/logger.server.ts";

/** Modes that shut out everybody but the program's user. */
const privateEntries: readonly [name: string, mode: number][] = [
  ["lock", 0o600],
  ["mugen.sqlite", 0o600],
  ["mugen.sqlite-shm", 0o600],
  ["mugen.sqlite-wal", 0o600],
  ["incoming", 0o700],
  ["keys", 0o700],
  ["mail", 0o700],
  ["tmp", 0o700],
];

/**
 * Creates the data folder and shuts out other users. With `STREAM_ACCEL=nginx` the program's group (nginx) may pass and read
 * `files/`. Logs if the file system refuses modes.
 */
export function protectDataFolder(): void {
  const { DATA_DIR, STREAM_ACCEL } = environment();
  process.umask(0o077);
  mkdirSync(DATA_DIR, { recursive: true });
  const isReadByNginx = STREAM_ACCEL === "nginx";
  setMode(DATA_DIR, isReadByNginx ? 0o710 : 0o700);
  setMode(path.join(DATA_DIR, "files"), isReadByNginx ? 0o750 : 0o700);
  for (const [name, mode] of privateEntries) setMode(path.join(DATA_DIR, name), mode);
}

/** Skips a missing entry; keeps bits such as set-group-id. */
function setMode(entry: string, mode: number): void {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o777) === mode) return;
  try {
    chmodSync(entry, (found.mode & 0o7000) | mode);
  } catch (error) {
    logger.warn(
      { entry: path.basename(entry), code: errorCode(error) },
      "others may be able to read the data folder",
    );
  }
}
