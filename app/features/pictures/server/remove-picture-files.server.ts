import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import type { Db } from "#db/client.ts";
import { filesOfPicture } from "../picture.ts";

/** Removes the files of a picture that is no longer used, after the commit of `tx`. */
export async function removePictureFiles(tx: Db, picture: string | null): Promise<void> {
  const files = filesOfPicture(picture);
  if (files) await removeFiles(tx, [files.large, files.small]);
}
