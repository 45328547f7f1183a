import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { audioStorage } from "./audio-storage.server.ts";

/** Tells which files of one kind no row refers to. */
export interface OrphanFinder {
  /** Of the keys of its files. */
  prefix: string;
  /** Those of `keys` (some, all under the prefix) that no row refers to. */
  findOrphans(keys: string[]): Promise<string[]>;
}

/** Keys that are looked up at once. */
const batchSize = 200;
const dayMs = 24 * 60 * 60 * 1000;
/** Files younger than this stay: their rows may be about to come, or to be restored. */
const graceMs = dayMs;
/** Days in quarantine before a file is deleted. */
const quarantineDays = 7;
/** Orphans are left by rare crashes. More than this share of all files means that it is rows that are missing. */
const maxShare = 0.1;
/** As many as this may be orphans whatever their share: the files of two previews. */
const maxFew = 4;

/**
 * Puts files that no row refers to into quarantine when they are a day old, and deletes those that have been there for a
 * week. Does nothing, and says so in the log, when the files belong to another database, or when orphans are more than a
 * tenth of them. What the program itself deletes does not come here: see `removeFiles`.
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

/** `2026-01-31`, in UTC. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const idKey = "installation_id";

/** The id of this installation, which is in its database and beside its files; made when there is none. */
export async function installationId(): Promise<string> {
  const read = async () => (await primary.select().from(settings).where(eq(settings.key, idKey)))[0]?.value;
  const known = await read();
  if (known) return known;
  await write((tx) => tx.insert(settings).values({ key: idKey, value: randomUUID() }).onConflictDoNothing());
  const made = await read();
  if (!made) throw new Error("the installation has no id");
  return made;
}

/**
 * Whether the stored files belong to this database: a lost or another database beside them must not make them orphans.
 * Files that bear no mark yet are marked when there are none; otherwise that is left to `quarantineOrphans`, which
 * looks at their rows.
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
