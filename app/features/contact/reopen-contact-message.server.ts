import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";
import { messageState } from "./contact.ts";
import { lockContactMessage } from "./lock-contact-message.server.ts";

/**
 * Opens a closed message again. Returns false when it is open. Throws `NotFound`, `Conflict` (`lockContactMessage`).
 */
export function reopenContactMessage(options: {
  id: number;
  seenVersion?: number | undefined;
  actor: Actor;
  now?: Date;
}): Promise<boolean> {
  const { id, actor, now = new Date() } = options;
  return write(async (tx) => {
    const message = await lockContactMessage(tx, options);
    if (!message.handledAt) return false;
    await tx
      .update(contactMessages)
      .set({ handledAt: null, outcome: null, version: message.version + 1 })
      .where(eq(contactMessages.id, id))
      .returning({ id: contactMessages.id });
    await addCaseEntry(tx, { contactMessageId: id, kind: "reopen", actor, now });
    await recordAudit(tx, {
      actor,
      action: "message.reopen",
      target: { type: "message", id },
      before: { state: messageState(message) },
      after: { state: "open" },
      now,
    });
    return true;
  });
}
