import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";
import { lockContactMessage } from "./lock-contact-message.server.ts";

/**
 * Closes a message without a reply by email. Returns false when it is closed already. Throws `NotFound`, `Conflict`
 * (`lockContactMessage`).
 */
export function handleContactMessage(options: {
  id: number;
  seenVersion?: number | undefined;
  actor: Actor;
  now?: Date;
}): Promise<boolean> {
  const { id, actor, now = new Date() } = options;
  return write(async (tx) => {
    const message = await lockContactMessage(tx, options);
    if (message.handledAt) return false;
    await tx
      .update(contactMessages)
      .set({ handledAt: now, outcome: "handled", version: message.version + 1 })
      .where(eq(contactMessages.id, id))
      .returning({ id: contactMessages.id });
    await addCaseEntry(tx, { contactMessageId: id, kind: "handle", outcome: "handled", actor, now });
    await recordAudit(tx, {
      actor,
      action: "message.handle",
      target: { type: "message", id },
      before: { state: "open" },
      after: { state: "handled" },
      now,
    });
    return true;
  });
}
