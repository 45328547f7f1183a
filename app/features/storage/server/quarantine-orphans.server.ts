import { randomUUID } from "node:crypto";
import { chunk } from "#app/lib/chunk.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { readSetting } from "#db/settings.ts";
import { audioStorage } from "./audio-storage.server.ts";

/** Finds files of one kind without a row. */
export interface OrphanFinder {
  prefix: string;
  /** `keys`: some of those under the prefix. */
  findOrphans(keys: string[]): Promise<string[]>;
}

const batchSize = 200;
/** Younger files stay: their rows may be about to come, or to be restored. */
const graceMs = dayMs;
const quarantineDays = 7;
/** Only rare crashes leave orphans. A larger share means that rows are missing. */
const maxShare = 0.1;
/** Allowed whatever the share: the files of two previews. */
const maxFew = 4;

/**
 * Quarantines files without a row after a day, deletes them a week later. Only logs if the files belong to another database, or
 * more than a tenth are orphans. `removeFiles` handles what the program deletes itself.
 */
export async function quarantineOrphans(
  finders: readonly OrphanFinder[],
  now: Date = new Date(),
): Promise<void> {
  const owner = await checkFilesOwner();
  if (owner === "foreign") return;
  const storage = audioStorage();
  let files = 0;
  const orphans: string[] = [];
  for (const { prefix, findOrphans } of finders) {
    const keys: string[] = [];
    for await (const key of storage.list(prefix)) keys.push(key);
    files += keys.length;
    for (const batch of chunk(keys, batchSize)) orphans.push(...(await findOrphans(batch)));
  }
  if (orphans.length > Math.max(maxFew, files * maxShare)) {
    logger.error(
      { files, orphans: orphans.length },
      "too many files without a row: none is removed (docs/deploy.md, Files without rows)",
    );
    return;
  }
  if (owner === "unmarked") await storage.setOwner(await installationId());
  await storage.emptyQuarantine(dayOf(now.getTime() - quarantineDays * dayMs));
  let moved = 0;
  for (const key of orphans) {
    const file = await storage.stat(key);
    if (!file || now.getTime() - file.modified.getTime() < graceMs) continue;
    await storage.quarantine(key, dayOf(now.getTime()));
    moved += 1;
  }
  if (moved > 0) logger.warn({ files: moved }, "files without a row were put into quarantine");
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const idKey = "installation_id";

export async function installationId(): Promise<string> {
  const known = await readSetting(primary, idKey);
  if (known) return known;
  await write((tx) => tx.insert(settings).values({ key: idKey, value: randomUUID() }).onConflictDoNothing());
  const made = await readSetting(primary, idKey);
  if (!made) throw new Error("the installation has no id");
  return made;
}

/**
 * Prevents another or lost database from making these files orphans. Marks unmarked storage only if it is empty; otherwise
 * `quarantineOrphans` looks at the rows.
 */
export async function checkFilesOwner(): Promise<"own" | "foreign" | "unmarked"> {
  const storage = audioStorage();
  const [id, owner] = [await installationId(), await storage.owner()];
  if (owner === id) return "own";
  if (owner !== null) {
    logger.error(
      { installation: id, filesOf: owner },
      "the files belong to another database: none is removed (docs/deploy.md, Files without rows)",
    );
    return "foreign";
  }
  for await (const _ of storage.list("")) return "unmarked";
  await storage.setOwner(id);
  return "own";
}
