import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { type FileToServe, respondWithFile } from "./respond-with-file.server.ts";

/**
 * Answers as `respondWithFile` does with the file that `find` gives. Files may be deleted between the look-up and the
 * reading: one that is missing is looked up again, `current`, and what that throws (`NotFound`) is the answer. Throws
 * `StoredFileMissing` only for a file that is still on record.
 */
export async function respondWithFound(
  request: Request,
  find: (how: { current: boolean }) => Promise<FileToServe>,
): Promise<Response> {
  try {
    return await respondWithFile(request, await find({ current: false }));
  } catch (error) {
    if (error instanceof StoredFileMissing) await find({ current: true });
    throw error;
  }
}
