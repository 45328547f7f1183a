import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where Linux has a file system in memory. */
const inMemory = "/dev/shm";
/** Far above what all tests store (bytes); memory must hold it. */
const room = 4 * 1024 ** 3;

/** A folder in memory: on a disk tests wait for every transaction and file. Undefined if there is no room, or programs in it cannot run. */
export function makeMemoryFolder(): string | undefined {
  if (!isWritable(inMemory) || !hasRoom()) return;
  const folder = mkdtempSync(path.join(inMemory, "mugen-tests-"));
  // Postgres and nginx have their own users.
  chmodSync(folder, 0o755);
  const program = path.join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= room && process.availableMemory() >= 2 * room;
}
