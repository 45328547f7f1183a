import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { contactMessages } from "#db/schema/index.ts";
import { messageState, messageStateLabels } from "./contact.ts";

interface StateChange {
  id: number;
  seenVersion?: number | undefined;
  actor: Actor;
}

/** Closes a message without a reply. False when it is closed already. Throws `NotFound`, `Conflict` (`lockContactMessage`). */
export const handleContactMessage = (change: StateChange): Promise<boolean> => setHandled(change, true);

/** False when it is open already. Throws `NotFound`, `Conflict` (`lockContactMessage`). */
export const reopenContactMessage = (change: StateChange): Promise<boolean> => setHandled(change, false);

function setHandled(change: StateChange, isHandled: boolean): Promise<boolean> {
  const { id, actor } = change;
  const now = new Date();
  const outcome = isHandled ? "handled" : null;
  return write(async (tx) => {
    const message = await lockContactMessage(tx, change);
    if ((message.handledAt !== null) === isHandled) return false;
    await tx
      .update(contactMessages)
      .set({ handledAt: isHandled ? now : null, outcome, version: message.version + 1 })
      .where(eq(contactMessages.id, id));
    const kind = isHandled ? "handle" : "reopen";
    await addCaseEntry(tx, { contactMessageId: id, kind, ...(outcome && { outcome }), actor, now });
    await recordAudit(tx, {
      actor,
      action: `message.${kind}`,
      target: { type: "message", id },
      before: { state: messageState(message) },
      after: { state: outcome ?? "open" },
      now,
    });
    return true;
  });
}

/** Also closes the message. Posted twice it is sent once. Throws `NotFound`, `Conflict` (`lockContactMessage`). */
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
      .where(eq(contactMessages.id, id));
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

/** Adds a note that the sender never sees; posted twice it is one. Throws `NotFound`. */
export function addContactNote(options: { id: number; text: string; actor: Actor }): Promise<void> {
  const { id, text, actor } = options;
  return write(async (tx) => {
    await lockContactMessage(tx, { id });
    const note = { contactMessageId: id, kind: "note", text, actor, now: new Date() } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await recordAudit(tx, { actor, action: "message.note", target: { type: "message", id } });
  });
}

/**
 * Prevents a deadlock: locks the sender's account before the message. Throws `NotFound`, and `Conflict` when the message has
 * changed since `seenVersion`, so that no tab overwrites another unseen.
 */
async function lockContactMessage(
  tx: Db,
  options: { id: number; seenVersion?: number | undefined },
): Promise<typeof contactMessages.$inferSelect> {
  const { id, seenVersion } = options;
  const [sender] = await tx
    .select({ userId: contactMessages.userId })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  if (sender?.userId) await lockUsersForShare(tx, [sender.userId]);
  const [message] = await forUpdate(
    tx.select().from(contactMessages).where(eq(contactMessages.id, id)),
    "no key update",
  );
  if (!message) throw new NotFound("お問い合わせが見つかりません");
  if (seenVersion !== undefined && message.version !== seenVersion)
    throw new Conflict(
      `ほかの画面で先に操作されました。いまは「${messageStateLabels[messageState(message)]}」です。内容を確かめてから、もう一度お試しください。`,
    );
  return message;
}
