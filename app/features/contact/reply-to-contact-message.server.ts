import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { write } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";
import { messageState } from "./contact.ts";
import { lockContactMessage } from "./lock-contact-message.server.ts";

/**
 * Sends a reply to the address that the sender of a message has given, quoting the message, and closes the message as
 * answered. An answer to the reply goes to `SUPPORT_EMAIL`. Posted twice it is sent once. Throws `NotFound`, `Conflict` (`lockContactMessage`).
 */
export function replyToContactMessage(options: {
  id: number;
  seenVersion: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { id, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockContactMessage(tx, { id });
    const entry = { contactMessageId: id, kind: "reply", text, actor, now } as const;
    if (await isRepeatedEntry(tx, entry)) return;
    const message = await lockContactMessage(tx, options);
    const { userId, name, email, subject, version, createdAt } = message;
    await tx
      .update(contactMessages)
      .set({ handledAt: now, outcome: "answered", version: version + 1 })
      .where(eq(contactMessages.id, id))
      .returning({ id: contactMessages.id });
    await addCaseEntry(tx, { ...entry, outcome: "answered" });
    const { SUPPORT_EMAIL: support } = environment();
    await sendEmail(tx, {
      to: email,
      ...(support && { replyTo: support }),
      template: "contact-reply",
      values: {
        name,
        subject,
        reply: text,
        message: message.message,
        receivedAt: formatDateTime(createdAt),
        canAnswer: support ? "yes" : "",
      },
      userId,
      now,
    });
    await recordAudit(tx, {
      actor,
      action: "message.reply",
      target: { type: "message", id },
      before: { state: messageState(message) },
      after: { state: "answered" },
      now,
    });
  });
}
