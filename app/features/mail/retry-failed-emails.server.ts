import { and, inArray, isNotNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";

/** Emails that are enqueued with the call; the others by the next sweep of the outbox. */
const maxEnqueued = 200;

/**
 * Sends emails that were given up once more, with all attempts: those of `ids`, or all. Returns how many there were; those that
 * were retried or dropped meanwhile do not count.
 */
export function retryFailedEmails(options: {
  ids: readonly string[] | "all";
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { ids, actor, now = new Date() } = options;
  return write(async (tx) => {
    const retried = await tx
      .update(emails)
      .set({ error: null, attempts: 0, dueAt: now })
      .where(and(isNotNull(emails.error), ids === "all" ? undefined : inArray(emails.id, [...ids])))
      .returning({ id: emails.id });
    for (const { id } of retried.slice(0, maxEnqueued))
      await enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id });
    const [only] = retried;
    if (only)
      await recordAudit(tx, {
        actor,
        action: "email.retry",
        target: retried.length === 1 ? { type: "email", id: only.id } : null,
        after: { emails: retried.length },
        now,
      });
    return retried.length;
  });
}
