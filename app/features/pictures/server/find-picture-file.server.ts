import { and, eq, inArray } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { keyOfUpload, pictureOfUpload } from "../picture.ts";

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
