import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { logger } from "#app/logger.server.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { audioStorage } from "./audio-storage.server.ts";

const idKey = "installation_id";

/** The id of this installation, which is in its database and beside its files; made when there is none. */
export async function installationId(): Promise<string> {
  const read = async () => (await primary.select().from(settings).where(eq(settings.key, idKey)))[0]?.value;
  const known = await read();
  if (known) return known;
  await write((tx) =>
    tx.insert(settings).values({ key: idKey, value: randomUUID() }).onConflictDoNothing().returning(),
  );
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
