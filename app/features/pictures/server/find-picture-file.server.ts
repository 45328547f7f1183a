import { NotFound } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { keyOfUpload } from "../picture.ts";

const yearS = 365 * 24 * 60 * 60;

/** The file behind `/uploads/{userId}/{file}`; the content of an address never changes. Throws `NotFound`. */
export async function findPictureFile(options: { userId: string; file: string }): Promise<FileToServe> {
  const key = keyOfUpload(options.userId, options.file);
  const found = key === null ? null : await audioStorage().stat(key);
  if (key === null || found === null) throw new NotFound();
  return {
    storage: audioStorage(),
    key,
    ...found,
    etag: `"${options.file}"`,
    contentType: "image/webp",
    cacheControl: `public, max-age=${yearS}, immutable`,
  };
}
