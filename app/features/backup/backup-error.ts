/** A backup that can't be taken, read or restored; its message tells the operator what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}
