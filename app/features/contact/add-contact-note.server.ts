import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { lockContactMessage } from "./lock-contact-message.server.ts";

/** Adds an internal note to a message, which its sender never sees. Throws `NotFound`. */
export function addContactNote(options: {
  id: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { id, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockContactMessage(tx, { id });
    await addCaseEntry(tx, { contactMessageId: id, kind: "note", text, actor, now });
    await recordAudit(tx, { actor, action: "message.note", target: { type: "message", id }, now });
  });
}
