import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, unlessMissing } from "./missing-path.server.ts";

/** How the names of unfinished files begin; no storage key can (a segment never begins with a dot). */
export const TEMPORARY_PREFIX = ".tmp-";

/**
 * Writes a file below `root` so that its final name never shows a part of it and, once this resolves, a power cut
 * does not lose it: temporary name in the same folder, fsync, rename, fsync of the folders.
 */
export async function writeDurably(o: { root: string; path: string; bytes: Uint8Array }): Promise<void> {
  const folder = dirname(o.path);
  const temporary = join(folder, `${TEMPORARY_PREFIX}${randomUUID()}`);
  const { handle, outermostNewFolder } = await openInFolder({ folder, temporary });
  try {
    try {
      await handle.writeFile(o.bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, o.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // All folders up to the root, not only those made here: one beside may have made them and not synced them yet.
  const top = outermostNewFolder === undefined ? o.root : shorter(o.root, dirname(outermostNewFolder));
  for (let each = folder; each.length >= top.length; each = dirname(each)) {
    // A folder that is gone by now went with its files: somebody removed what was stored here.
    await unlessMissing(syncFolder(each));
    if (each === dirname(each)) break;
  }
}

/** Makes the entries of a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and NTFS journals their entries.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openInFolder(o: {
  folder: string;
  temporary: string;
}): Promise<{ handle: FileHandle; outermostNewFolder: string | undefined }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outermostNewFolder = await mkdir(o.folder, { recursive: true });
      return { handle: await open(o.temporary, "wx"), outermostNewFolder };
    } catch (error) {
      // Removing the last file of a folder removes the folder too, perhaps in the middle of these two calls. When it
      // happens in the middle of mkdir, Node takes what it finds no more for something else than a folder.
      const isRace = ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
      if (!isRace || attempt === 100) throw error;
    }
  }
}

function shorter(a: string, b: string): string {
  return a.length <= b.length ? a : b;
}
