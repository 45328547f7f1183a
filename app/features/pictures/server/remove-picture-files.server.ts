import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { filesOfPicture } from "../picture.ts";

/** Removes the files of a picture that is no longer used. Failures are left to the nightly `removeOrphanedPictures`. */
export async function removePictureFiles(picture: string | null): Promise<void> {
  const files = filesOfPicture(picture);
  if (!files) return;
  try {
    for (const key of [files.large, files.small]) await audioStorage().remove(key);
  } catch (error) {
    logger.warn({ err: error }, "a picture's files were not removed");
  }
}
