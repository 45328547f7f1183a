import { and, eq, inArray } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { type Db, primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { filesOfPicture, keyOfUpload, pictureFolder, pictureOfUpload } from "../picture.ts";

/**
 * How long caches may show a picture without asking again, in seconds: those of deleted, denied and suspended accounts are gone from
 * every address within a minute.
 */
const maxAgeS = 60;

/**
 * The file behind `/uploads/{userId}/{file}`, of the picture that the member has now. The content of an address never
 * changes. Throws `NotFound`, also for a deleted, denied or suspended account and for a picture that was replaced.
 */
export async function findPictureFile(options: { userId: string; file: string }): Promise<FileToServe> {
  const { userId, file } = options;
  const key = keyOfUpload(userId, file);
  if (key === null) throw new NotFound();
  // From the primary: members see their new picture at once.
  const [owner] = await primary
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.picture, pictureOfUpload(userId, file)),
        // Whoever waits for approval sees their own, and whoever invited them.
        inArray(users.state, ["approved", "pending"]),
      ),
    );
  const found = owner ? await audioStorage().stat(key) : null;
  if (found === null) throw new NotFound();
  return {
    storage: audioStorage(),
    key,
    ...found,
    etag: `"${file}"`,
    contentType: "image/webp",
    cacheControl: `public, max-age=${maxAgeS}`,
  };
}

/** Removes the files of a picture that is no longer used, after the commit of `tx`. */
export async function removePictureFiles(tx: Db, picture: string | null): Promise<void> {
  const files = filesOfPicture(picture);
  if (files) await removeFiles(tx, [files.large, files.small]);
}

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
