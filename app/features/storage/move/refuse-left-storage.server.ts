import { logger } from "#app/logger.server.ts";
import { S3Error } from "../s3/s3-client.server.ts";
import { audioStorage } from "../server/audio-storage.server.ts";

/** Files can't be moved, or were; the message says why and what to do. */
export class MoveError extends Error {
  override name = "MoveError";
}

/** The owner mark of a storage whose files were moved to `name`. */
export const leftMark = (name: string) => `moved to ${name}`;

/** Where the files were moved; null if they were not. */
export const leftFor = (owner: string | null): string | null =>
  /^moved to (\w+)$/.exec(owner ?? "")?.[1] ?? null;

/** At start: throws `MoveError` if the files were moved away from the configured storage, whose content is outdated. */
export async function refuseLeftStorage(): Promise<void> {
  const owner = await audioStorage()
    .owner()
    .catch((error: unknown) => {
      if (!(error instanceof S3Error)) throw error;
      logger.error({ err: error }, "the bucket of the files does not answer");
      return null;
    });
  refuseLeftOwner(owner);
}

/** Throws `MoveError` if the files of the storage with this owner were moved away. */
export function refuseLeftOwner(owner: string | null): void {
  const name = leftFor(owner);
  if (name === null) return;
  throw new MoveError(
    `the files were moved: set STORAGE=${name}, or move them back with npm run storage -- switch (docs/storage.md)`,
  );
}
