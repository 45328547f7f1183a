import { environment } from "#app/config/environment.ts";

/** Moments at which crash tests kill the process. */
type CrashPoint =
  | "first-start"
  | "speech-running"
  | "encoding"
  | "files-stored"
  | "published"
  | "plan-done"
  | "series-step"
  | "corrected"
  | "generation-started"
  | "generation-script"
  | "generation-fact-check"
  | "generation-published"
  | "upload-received"
  | "upload-measuring"
  | "upload-encoding"
  | "upload-stored"
  | "subscription-created"
  | "refund-created"
  | "account-deleted"
  | "sign-in-moved"
  | "track-deleted"
  | "bulk-run-step"
  | "backup-files"
  | "backup-database"
  | "backup-snapshot"
  | "restore-staged"
  | "undo-begun"
  | "restore-swapped"
  | "restore-committed"
  | "storage-copied"
  | "email-sent"
  | "push-pending"
  | "push-sent";

/** For crash tests: kills this process (SIGKILL) when `CRASH_AT` names the point. */
export function crashPoint(point: CrashPoint): void {
  if (environment().CRASH_AT === point) process.kill(process.pid, "SIGKILL");
}
