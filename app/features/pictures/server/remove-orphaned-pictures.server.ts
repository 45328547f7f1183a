import { inArray } from "drizzle-orm";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { pictureFolder } from "../picture.ts";

/** Pictures are not removed for this long after their upload, as its account may not refer to it yet. */
const graceMs = 60 * 60 * 1000;
/** Files whose owners are looked up with one query. */
const batchSize = 200;

/**
 * Removes profile pictures that no account refers to: those of deleted accounts at once, replaced ones after an hour.
 * Returns the number of files removed.
 */
export async function removeOrphanedPictures(now: Date = new Date()): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    for (const key of await orphansAmong(batch, now)) {
      await audioStorage().remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const key of audioStorage().list(pictureFolder)) {
    batch.push(key);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  return removed;
}

async function orphansAmong(keys: string[], now: Date): Promise<string[]> {
  const userIds = [...new Set(keys.map(ownerOf))];
  if (userIds.length === 0) return [];
  const rows = await db
    .select({ id: users.id, picture: users.picture })
    .from(users)
    .where(inArray(users.id, userIds));
  const pictures = new Map(rows.map(({ id, picture }) => [id, picture]));
  const orphans: string[] = [];
  for (const key of keys) {
    const owner = ownerOf(key);
    if (!pictures.has(owner)) orphans.push(key);
    else if (pictures.get(owner) !== addressOf(key) && (await isOld(key, now))) orphans.push(key);
  }
  return orphans;
}

const ownerOf = (key: string) => key.split("/")[1] ?? "";

/** The picture as its account names it; null for a file that is none. */
function addressOf(key: string): string | null {
  const parts = /^pictures\/([^/]+)\/([^/]+)-(?:512|96)\.webp$/.exec(key);
  return parts ? `/uploads/${parts[1]}/${parts[2]}.webp` : null;
}

async function isOld(key: string, now: Date): Promise<boolean> {
  const file = await audioStorage().stat(key);
  return file !== null && now.getTime() - file.modified.getTime() > graceMs;
}
