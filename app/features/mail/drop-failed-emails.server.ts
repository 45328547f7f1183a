import { and, inArray, isNotNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";

/** Deletes emails that were given up. Returns how many there were. */
export function dropFailedEmails(options: {
  ids: readonly string[];
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { ids, actor, now = new Date() } = options;
  return write(async (tx) => {
    const dropped = await tx
      .delete(emails)
      .where(and(isNotNull(emails.error), inArray(emails.id, [...ids])))
      .returning({ id: emails.id, template: emails.template });
    for (const { id, template } of dropped)
      await recordAudit(tx, {
        actor,
        action: "email.drop",
        target: { type: "email", id },
        before: { template },
        now,
      });
    return dropped.length;
  });
}
