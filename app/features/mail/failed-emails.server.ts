import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, asc, count, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { enqueue } from "#app/queue/queue.ts";
import { db, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { isTemplateName, templates } from "./templates.ts";

export interface FailedEmail {
  id: string;
  to: string;
  /** The account that it is about; null for none. */
  userId: string | null;
  subject: string;
  /** What the mail server said; may quote addresses. */
  error: string;
  attempts: number;
  createdAt: Date;
}

/** A page of the emails that were given up, the oldest first, with the number of all. */
export async function listFailedEmails(options: {
  offset: number;
  limit: number;
}): Promise<{ emails: FailedEmail[]; total: number }> {
  const { offset, limit } = options;
  const [rows, total] = await Promise.all([
    db
      .select({
        id: emails.id,
        to: emails.to,
        userId: emails.userId,
        template: emails.template,
        values: emails.values,
        error: emails.error,
        attempts: emails.attempts,
        createdAt: emails.createdAt,
      })
      .from(emails)
      .where(isNotNull(emails.error))
      .orderBy(asc(emails.createdAt), asc(emails.id))
      .limit(limit)
      .offset(offset),
    countFailedEmails(),
  ]);
  return {
    emails: rows.map(({ template, values, error, ...email }) => ({
      ...email,
      error: error ?? "",
      subject: subjectOf(template, values),
    })),
    total,
  };
}

export const countFailedEmails = (): Promise<number> => db.$count(emails, isNotNull(emails.error));

/** How many emails are waiting to be sent, or to be tried again. */
export async function countWaitingEmails(): Promise<{ waiting: number; retrying: number }> {
  const [counted] = await db
    .select({ waiting: count(), retrying: count(sql`case when ${emails.attempts} > 0 then 1 end`) })
    .from(emails)
    .where(isNull(emails.error));
  return { waiting: counted?.waiting ?? 0, retrying: counted?.retrying ?? 0 };
}

/** The subject of an email; the template's name where an earlier version wrote it. */
function subjectOf(template: string, values: Record<string, string>): string {
  if (!isTemplateName(template)) return template;
  try {
    return templates[template].render(values, { origin: siteOrigin(environment()) }).subject;
  } catch {
    return template;
  }
}

/** Emails that are enqueued with the call; the others by the next sweep of the outbox. */
const maxEnqueued = 200;

/**
 * Sends emails that were given up once more, with all attempts: those of `ids`, or all. Returns how many there were; those that
 * were retried or dropped meanwhile do not count.
 */
export function retryFailedEmails(options: {
  ids: readonly string[] | "all";
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { ids, actor, now = new Date() } = options;
  return write(async (tx) => {
    const retried = await tx
      .update(emails)
      .set({ error: null, attempts: 0, dueAt: now })
      .where(and(isNotNull(emails.error), ids === "all" ? undefined : inArray(emails.id, [...ids])))
      .returning({ id: emails.id });
    for (const { id } of retried.slice(0, maxEnqueued))
      await enqueue(tx, { name: "send-email", payload: { emailId: id }, key: id });
    const [only] = retried;
    if (only)
      await recordAudit(tx, {
        actor,
        action: "email.retry",
        target: retried.length === 1 ? { type: "email", id: only.id } : null,
        after: { emails: retried.length },
        now,
      });
    return retried.length;
  });
}

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

/** Retention of emails that were given up, and of files written instead of sending. */
export const emailRetentionDays = 30;

/** Deletes given-up emails and the files of the mail folder after 30 days: they contain personal data. */
export async function removeOldEmails(now: Date = new Date()): Promise<void> {
  const before = new Date(now.getTime() - emailRetentionDays * 24 * 60 * 60 * 1000);
  // No index is needed: sent emails are deleted, so the table is small.
  await write((tx) => tx.delete(emails).where(and(isNotNull(emails.error), lte(emails.createdAt, before))));
  const folder = path.join(environment().DATA_DIR, "mail");
  for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
    if (!name.endsWith(".eml")) continue;
    const file = path.join(folder, name);
    const found = await nullIfMissing(stat(file));
    if (found && found.mtime < before) await rm(file, { force: true });
  }
}
