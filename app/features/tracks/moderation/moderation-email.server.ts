import { eq } from "drizzle-orm";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Titles that an email lists; the others are counted. */
export const maxTitlesInEmail = 20;

/** The tracks of one author that an email is about. */
export interface ModerationEmail {
  userId: string;
  count: number;
  /** Of the first of them, at most `maxTitlesInEmail`. */
  titles: string[];
}

/**
 * Tells an author by email what became of their tracks and why, in the transaction that did it, which has locked the account
 * (`lockUsersForShare`). Nothing is sent to the official account, to one that has gone, and, but of a release, without a
 * `reason`: the admin chose not to give one. `dueAt`: not sent before. Returns the email's id; null for none.
 */
export async function sendModerationEmail(
  tx: Db,
  options: {
    action: "take-down" | "restore" | "delete";
    email: ModerationEmail;
    reason: string | null;
    now: Date;
    dueAt?: Date;
  },
): Promise<string | null> {
  const { action, email, reason, now, dueAt = now } = options;
  const [author] = await tx
    .select({ name: users.name, email: users.email, provider: users.provider })
    .from(users)
    .where(eq(users.id, email.userId));
  if (!author || author.provider === "system") return null;
  const subject = { name: author.name, titles: email.titles.join("\n"), count: String(email.count) };
  const message = { to: author.email, userId: email.userId, now, dueAt };
  if (action === "restore") return sendEmail(tx, { ...message, template: "track-released", values: subject });
  if (reason === null) return null;
  return sendEmail(tx, {
    ...message,
    template: action === "take-down" ? "track-withheld" : "tracks-deleted",
    values: { ...subject, reason },
  });
}
