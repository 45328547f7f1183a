import path from "node:path";
import { environment } from "#app/config/environment.ts";
import type { Storage } from "../storage.ts";
import { createLocalStorage } from "./local-storage.server.ts";

let storage: Storage | undefined;

/** The storage of this installation's audio files. */
export function audioStorage(): Storage {
  if (storage) return storage;
  const { DATA_DIR, STREAM_ACCEL } = environment();
  storage = createLocalStorage({
    root: path.join(DATA_DIR, "files"),
    isGroupReadable: STREAM_ACCEL === "nginx",
  });
  return storage;
}

/**
 * Key of one encoded file of a task. Each task has its own folder, so that orphaned files can be recognized. `version`: of a
 * sound that takes the place of an earlier one, whose files have other names.
 */
export function audioKey(taskId: string, kbps: number, version = 0): string {
  return `${folderOfTask(taskId)}${version === 0 ? "" : `${version}-`}${kbps}.mp3`;
}

/** Prefix of all keys of a task. */
export function folderOfTask(taskId: string): string {
  return `audio/${taskId}/`;
}

/** The task a key belongs to, or null for a key of another kind. */
export function taskOfKey(key: string): string | null {
  return /^audio\/([^/]+)\/[^/]+$/.exec(key)?.[1] ?? null;
}
