import { spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where Linux has a file system in memory. */
const inMemory = "/dev/shm";
/** What all tests together store stays far below this (bytes); the machine's memory has to hold it besides the programs. */
const room = 4 * 1024 ** 3;

/**
 * Makes a folder in memory for what tests store: on a disk they wait for every transaction and every file. Undefined where there
 * is none, it is small, or no program can be run from it.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return;
  const folder = mkdtempSync(path.join(inMemory, "mugen-tests-"));
  // Postgres and nginx run as users of their own.
  chmodSync(folder, 0o755);
  const program = path.join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
}

function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= room && process.availableMemory() >= 2 * room;
  } catch {
    return false;
  }
}
