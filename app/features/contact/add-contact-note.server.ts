import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { write } from "#db/client.ts";
import { lockContactMessage } from "./lock-contact-message.server.ts";

/** Adds an internal note to a message, which its sender never sees; posted twice it is one. Throws `NotFound`. */
export function addContactNote(options: {
  id: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { id, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockContactMessage(tx, { id });
    const note = { contactMessageId: id, kind: "note", text, actor, now } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await recordAudit(tx, { actor, action: "message.note", target: { type: "message", id }, now });
  });
}
