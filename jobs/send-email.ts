import { deliverEmail } from "#app/features/mail/server/deliver-email.server.ts";
import type { JobRun } from "./run-job.ts";

/** Sends one letter. What the mail server refuses waits in its row for the next sweep, not in the queue. */
export async function sendEmail({ payload, signal }: JobRun<"send-email">): Promise<void> {
  await deliverEmail({ ...payload, signal });
}
