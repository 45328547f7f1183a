import { inArray } from "drizzle-orm";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { pictureFolder } from "../picture.ts";

/** Profile pictures that no account refers to: leftovers of a crash between storing a picture and naming it. */
export const orphanedPictures: OrphanFinder = {
  prefix: pictureFolder,
  async findOrphans(keys) {
    const userIds = [...new Set(keys.map(ownerOf))];
    const rows = await primary
      .select({ id: users.id, picture: users.picture })
      .from(users)
      .where(inArray(users.id, userIds));
    const pictures = new Map(rows.map(({ id, picture }) => [id, picture]));
    return keys.filter((key) => (pictures.get(ownerOf(key)) ?? null) !== addressOf(key));
  },
};

const ownerOf = (key: string) => key.split("/")[1] ?? "";

/** The picture as its account names it; empty for a file that is none. */
function addressOf(key: string): string {
  const parts = /^pictures\/([^/]+)\/([^/]+)-(?:512|96)\.webp$/.exec(key);
  return parts ? `/uploads/${parts[1]}/${parts[2]}.webp` : "";
}
