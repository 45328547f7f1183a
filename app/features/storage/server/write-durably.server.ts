import { randomUUID } from "node:crypto";
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, nullIfMissing } from "#app/lib/file-errors.ts";

/** Of unfinished files (`removeTemporaryFiles`). No key begins with a dot. */
export const temporaryPrefix = ".tmp-";

/**
 * Writes a file below `root` atomically and durably: temporary file, fsync, rename, fsync of the folders. Once resolved it
 * survives a power cut. The umask decides who may read it; `isGroupReadable` opens it and new folders to the group,
 * `isPrivate` is for the program's user alone whatever the umask: commands have that of their shell.
 */
export async function writeDurably(o: {
  root: string;
  path: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  isGroupReadable?: boolean;
  isPrivate?: boolean;
}): Promise<void> {
  const folder = dirname(o.path);
  const temporary = join(folder, `${temporaryPrefix}${randomUUID()}`);
  const { handle, outermostNewFolder } = await openInFolder({ folder, temporary });
  try {
    try {
      if (o.isGroupReadable && outermostNewFolder !== undefined)
        await openToGroup({ folder, outermost: outermostNewFolder });
      if (o.isPrivate) await handle.chmod(0o600);
      await handle.writeFile(o.bytes);
      if (o.isGroupReadable) await handle.chmod(0o640);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, o.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // Includes older folders: a concurrent call may have made them and not synced yet.
  const top = outermostNewFolder === undefined ? o.root : shorter(o.root, dirname(outermostNewFolder));
  for (let each = folder; each.length >= top.length; each = dirname(each)) {
    await nullIfMissing(syncFolder(each));
    if (each === dirname(each)) break;
  }
}

async function openToGroup(o: { folder: string; outermost: string }): Promise<void> {
  for (let each = o.folder; each.length >= o.outermost.length; each = dirname(each)) await chmod(each, 0o750);
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and NTFS journals their entries.
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
      // A removal of the folder's last file may remove the folder between these calls (ENOENT) or during mkdir (ENOTDIR).
      const isRace = ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
      if (!isRace || attempt === 100) throw error;
    }
  }
}

function shorter(a: string, b: string): string {
  return a.length <= b.length ? a : b;
}

/**
 * Removes what interrupted `put` calls left. Returns the number. `olderThan` protects concurrent writers; omit it if one
 * process owns the folder. A `put` that loses its temporary file fails and stores nothing.
 */
export async function removeTemporaryFiles(o: { root: string; olderThan?: Date }): Promise<number> {
  let removed = 0;
  for await (const path of temporaryFilesIn(o.root)) {
    const found = await nullIfMissing(stat(path));
    if (found === null || (o.olderThan !== undefined && found.mtime >= o.olderThan)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Folder by folder: a listing of the whole tree fails if a folder goes meanwhile. */
async function* temporaryFilesIn(folder: string): AsyncGenerator<string> {
  const entries = await nullIfMissing(readdir(folder, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* temporaryFilesIn(path);
    else if (entry.isFile() && entry.name.startsWith(temporaryPrefix)) yield path;
  }
}
