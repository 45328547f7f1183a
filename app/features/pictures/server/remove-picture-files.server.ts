import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { filesOfPicture } from "../picture-files.ts";

/** Removes the files of a picture that nobody has any more. What fails is left to the nightly sweep. */
export async function removePictureFiles(picture: string | null): Promise<void> {
  const files = filesOfPicture(picture);
  if (!files) return;
  try {
    for (const key of [files.large, files.small]) await audioStorage().remove(key);
  } catch (error) {
    logger.warn({ err: error }, "a picture's files were not removed");
  }
}
