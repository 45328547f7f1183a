import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { workFolderPrefix } from "./open-jtalk.ts";

/** A folder in use changes with every piece, which takes at most two minutes. */
const idleMs = 15 * 60_000;

/** Removes the folders with members' speech that killed processes have left in `workDir`, whoever works there still. */
export async function removeLeftoverSpeech(workDir: string, now: Date = new Date()): Promise<void> {
  for (const name of (await nullIfMissing(readdir(workDir))) ?? []) {
    if (!name.startsWith(workFolderPrefix)) continue;
    const folder = join(workDir, name);
    const found = await nullIfMissing(stat(folder));
    if (found && now.getTime() - found.mtimeMs > idleMs) await rm(folder, { recursive: true, force: true });
  }
}
