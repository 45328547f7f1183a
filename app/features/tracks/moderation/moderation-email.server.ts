import { eq } from "drizzle-orm";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

export const maxTitlesInEmail = 20;

export interface ModerationEmail {
  userId: string;
  count: number;
  titles: string[];
}

/**
 * Emails an author what became of their tracks and why, in the transaction that did it, with the account locked
 * (`lockUsersForShare`). Sends nothing to the official or a deleted account, and, except for a restore, without a `reason`.
 * `dueAt`: not before. Returns the email's id; null for none.
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
