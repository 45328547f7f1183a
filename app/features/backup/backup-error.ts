export class BackupError extends Error {
  override name = "BackupError";
}

/** The place is empty, or holds something else. */
export class NoBackupYet extends BackupError {}

/** For `catch`: null for what can't be read in a backup; throws any other error. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof BackupError) return null;
  throw error;
}
