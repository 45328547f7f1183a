import { asc, count, isNotNull, isNull, sql } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { siteOrigin } from "#app/config/site-origin.ts";
import { db } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { isTemplateName, templates } from "./templates.ts";

/** An email that was given up. */
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

/** How many emails were given up. */
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
