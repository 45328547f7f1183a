import { and, eq, inArray } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { type Db, primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { filesOfPicture, keyOfUpload, pictureFolder, pictureOfUpload } from "../picture.ts";

/** Pictures of deleted, denied and suspended accounts must be gone from every address within a minute. */
const maxAgeS = 60;

/** Only the present picture. Throws `NotFound`, also for a deleted, denied or suspended account. */
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
        // A waiting member sees their own picture, and so does the inviter.
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

/** After the commit of `tx`. */
export async function removePictureFiles(tx: Db, picture: string | null): Promise<void> {
  const files = filesOfPicture(picture);
  if (files) await removeFiles(tx, [files.large, files.small]);
}

/** A crash between storing and naming a picture leaves it without an account. */
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

function addressOf(key: string): string {
  const parts = /^pictures\/([^/]+)\/([^/]+)-(?:512|96)\.webp$/.exec(key);
  return parts ? `/uploads/${parts[1]}/${parts[2]}.webp` : "";
}
