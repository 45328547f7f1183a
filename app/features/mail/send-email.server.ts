import { randomUUID } from "node:crypto";
import { and, asc, isNull, lte } from "drizzle-orm";
import { enqueue, jobPriorities } from "#app/queue/queue.ts";
import { type Db, primary, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { type TemplateName, templates, type ValuesOf } from "./templates.ts";

/**
 * Sent after the commit of `tx`, and not before `dueAt`. `userId`: the member it is about, whose row `tx` has locked; the
 * email is deleted with the account. An invalid address fails later, at delivery. Returns its id.
 */
export async function sendEmail<Name extends TemplateName>(
  tx: Db,
  email: {
    to: string;
    template: Name;
    values: ValuesOf<Name>;
    replyTo?: string;
    userId?: string | null;
    /** Of an email to all members. */
    bulkRunId?: number | null;
    /** Of its job; emails that somebody waits for come first. */
    priority?: number;
    now?: Date;
    dueAt?: Date;
  },
): Promise<string> {
  const { to, template, values, replyTo = null, userId = null, now = new Date(), dueAt = now } = email;
  const { bulkRunId = null, priority = jobPriorities.member } = email;
  const id = randomUUID();
  await tx.insert(emails).values({
    id,
    userId,
    to,
    replyTo,
    template,
    values: templates[template].values.parse(values),
    bulkRunId,
    dueAt,
    createdAt: now,
  });
  // The sweep of its minute sends what is due later.
  if (dueAt <= now) await enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id, priority });
  return id;
}

/** The rest waits for the next sweep. */
const maxPerSweep = 1000;

/** Also retries, and emails whose job was lost. Returns their number. */
export async function enqueueDueEmails(now: Date = new Date()): Promise<number> {
  const due = await primary
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNull(emails.error), lte(emails.dueAt, now)))
    .orderBy(asc(emails.dueAt))
    .limit(maxPerSweep);
  for (const { id } of due) {
    await write((tx) => enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id }));
  }
  return due.length;
}
