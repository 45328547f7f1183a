import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "./missing-path.server.ts";
import { TEMPORARY_PREFIX } from "./write-durably.server.ts";

/**
 * Removes what interrupted `put` calls left in the folder of a local storage, and answers how many files that were.
 * A process that alone owns the folder leaves `olderThan` out when it starts. Where others may be writing at the same
 * moment, it keeps their unfinished files safe; a `put` whose file is taken away fails and stores nothing.
 */
export async function removeTemporaryFiles(o: { root: string; olderThan?: Date }): Promise<number> {
  const entries = await unlessMissing(readdir(o.root, { recursive: true, withFileTypes: true }));
  let removed = 0;
  for (const entry of entries ?? []) {
    if (!entry.isFile() || !entry.name.startsWith(TEMPORARY_PREFIX)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await unlessMissing(stat(path));
    if (found === null || (o.olderThan !== undefined && found.mtime >= o.olderThan)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
