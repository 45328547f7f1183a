export class BackupError extends Error {
  override name = "BackupError";
}

/** The place is empty, or holds something else. */
export class NoBackupYet extends BackupError {}

/** Another backup is writing to the place. */
export class BackupInUse extends BackupError {
  constructor(address: string) {
    super(`another backup is writing to ${address}`);
  }
}

/** For `catch`: null for what can't be read in a backup; throws any other error. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof BackupError) return null;
  throw error;
}
