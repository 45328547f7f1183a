import { deliverPush } from "#app/features/push/server/deliver-push.server.ts";
import type { JobRun } from "./run-job.ts";

/** Sends one push message. What does not arrive is tried again by its row (`recoverPushes`), not by this job. */
export async function sendPush({ payload, signal }: JobRun<"send-push">): Promise<void> {
  await deliverPush({ ...payload, signal });
}
