import { and, asc, isNull, lte } from "drizzle-orm";
import { primary, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";

/** How many at once; the next sweep takes the next. */
const most = 1000;

/** Gives letters that are due a job: those whose job was lost, and those that are to be tried again. Returns how many. */
export async function enqueueDueEmails(now: Date = new Date()): Promise<number> {
  const due = await primary
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNull(emails.error), lte(emails.dueAt, now)))
    .orderBy(asc(emails.dueAt))
    .limit(most);
  for (const { id } of due) {
    await write((tx) => enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id }));
  }
  return due.length;
}
