import { randomUUID } from "node:crypto";
import type { Db } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import { type TemplateName, templates, type ValuesOf } from "../templates.ts";

/**
 * Writes a letter in the transaction that is the reason for it; it goes out once that has committed. `userId`: the member
 * whom it is about, whose account `tx` keeps (`keepAccount`) and with which it goes. Addresses are looked at when it is
 * sent: one that can't be written to stops nothing.
 */
export async function sendEmail<Name extends TemplateName>(
  tx: Db,
  letter: {
    to: string;
    template: Name;
    values: ValuesOf<Name>;
    replyTo?: string;
    userId?: string | null;
    now?: Date;
  },
): Promise<void> {
  const { to, template, values, replyTo = null, userId = null, now = new Date() } = letter;
  const id = randomUUID();
  await tx
    .insert(emails)
    .values({
      id,
      userId,
      to,
      replyTo,
      template,
      values: templates[template].values.parse(values),
      dueAt: now,
      createdAt: now,
    })
    .returning({ id: emails.id });
  await enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id });
}
