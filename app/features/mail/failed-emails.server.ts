import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, asc, count, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { enqueue } from "#app/queue/queue.ts";
import { db, write } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { renderEmail } from "./email-texts.server.ts";
import { isTemplateName } from "./templates.ts";

interface FailedEmail {
  id: string;
  to: string;
  userId: string | null;
  subject: string;
  /** What the mail server said; may quote addresses. */
  error: string;
  attempts: number;
  createdAt: Date;
}

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
    emails: await Promise.all(
      rows.map(async ({ template, values, error, ...email }) => ({
        ...email,
        error: error ?? "",
        subject: await subjectOf(template, values),
      })),
    ),
    total,
  };
}

export const countFailedEmails = (): Promise<number> => db.$count(emails, isNotNull(emails.error));

/** `retrying` are also counted in `waiting`. */
export async function countWaitingEmails(): Promise<{ waiting: number; retrying: number }> {
  const [counted] = await db
    .select({ waiting: count(), retrying: count(sql`case when ${emails.attempts} > 0 then 1 end`) })
    .from(emails)
    .where(isNull(emails.error));
  return { waiting: counted?.waiting ?? 0, retrying: counted?.retrying ?? 0 };
}

/** The template's name where an earlier version wrote the email. */
async function subjectOf(template: string, values: Record<string, string>): Promise<string> {
  if (!isTemplateName(template)) return template;
  try {
    return (await renderEmail(template, values, { origin: siteOrigin(environment()) })).subject;
  } catch {
    return template;
  }
}

/** The next sweep of the outbox takes the others. */
const maxEnqueued = 200;

/** Gives emails all attempts once more. Returns how many; those that were retried or dropped meanwhile do not count. */
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

/** Returns how many were deleted. All of them are one row of the audit log. */
export function dropFailedEmails(options: { ids: readonly string[] | "all"; actor: Actor }): Promise<number> {
  const { ids, actor } = options;
  return write(async (tx) => {
    const dropped = await tx
      .delete(emails)
      .where(and(isNotNull(emails.error), ids === "all" ? undefined : inArray(emails.id, [...ids])))
      .returning({ id: emails.id, template: emails.template });
    if (ids === "all" && dropped.length > 0)
      await recordAudit(tx, {
        actor,
        action: "email.drop",
        target: null,
        before: { emails: dropped.length },
      });
    for (const { id, template } of ids === "all" ? [] : dropped)
      await recordAudit(tx, {
        actor,
        action: "email.drop",
        target: { type: "email", id },
        before: { template },
      });
    return dropped.length;
  });
}

/** Also of files that are written instead of sending. */
export const emailRetentionDays = 30;

/** They contain personal data: given-up emails and the mail folder's files go after 30 days. */
export async function removeOldEmails(now: Date = new Date()): Promise<number> {
  const before = new Date(now.getTime() - emailRetentionDays * dayMs);
  // Needs no index: sent emails are deleted, so the table is small.
  const gone = await write((tx) =>
    tx
      .delete(emails)
      .where(and(isNotNull(emails.error), lte(emails.createdAt, before)))
      .returning({ id: emails.id }),
  );
  let total = gone.length;
  const folder = path.join(environment().DATA_DIR, "mail");
  for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
    if (!name.endsWith(".eml")) continue;
    const file = path.join(folder, name);
    const found = await nullIfMissing(stat(file));
    if (!found || found.mtime >= before) continue;
    await rm(file, { force: true });
    total += 1;
  }
  return total;
}
