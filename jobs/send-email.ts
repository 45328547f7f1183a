import type { PgBoss } from "pg-boss";
import { deliverEmail } from "#app/features/mail/deliver-email.server.ts";
import { jobSchemas } from "./queue.ts";

/** Takes the jobs of letters. What the mail server refuses waits in its row for the next sweep, not in the queue. */
export async function workOnEmails(boss: PgBoss): Promise<void> {
  await boss.work<unknown>(
    "send-email",
    {
      batchSize: 1,
      localConcurrency: 2,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
      heartbeatRefreshSeconds: 1,
    },
    async (jobs) => {
      for (const { data, signal } of jobs) {
        const { emailId } = jobSchemas["send-email"].parse(data);
        await deliverEmail({ emailId, signal });
      }
    },
  );
}
