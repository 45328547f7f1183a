import { environment } from "#app/config/environment.ts";

/** Moments at which the crash tests end the process. */
export type CrashPoint =
  | "script-running"
  | "speech-running"
  | "encoding"
  | "files-stored"
  | "published"
  | "account-deleted"
  | "track-deleted"
  | "email-taken"
  | "push-unsent"
  | "push-taken";

/**
 * For crash tests: ends this process without warning (SIGKILL) when `CRASH_AT` names the point. Without that
 * setting it does nothing.
 */
export function crashPoint(point: CrashPoint): void {
  if (environment().CRASH_AT === point) process.kill(process.pid, "SIGKILL");
}
