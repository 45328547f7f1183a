import { eq } from "drizzle-orm";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Titles that an email lists; the others are counted. */
export const maxTitlesInLetter = 20;

/** The tracks of one poster that a letter is about. */
export interface ModerationLetter {
  userId: string;
  count: number;
  /** Of the first of them, at most `maxTitlesInLetter`. */
  titles: string[];
}

/**
 * Tells a poster by email what became of their tracks and why, in the transaction that did it, which has locked the account
 * (`lockUsersForShare`). Nothing is sent to the official account, to one that has gone, and, but of a release, without a
 * `reason`: the admin chose not to give one.
 */
export async function sendModerationLetter(
  tx: Db,
  options: {
    action: "withhold" | "release" | "delete";
    letter: ModerationLetter;
    reason: string | null;
    now: Date;
  },
): Promise<void> {
  const { action, letter, reason, now } = options;
  const [poster] = await tx
    .select({ name: users.name, email: users.email, provider: users.provider })
    .from(users)
    .where(eq(users.id, letter.userId));
  if (!poster || poster.provider === "house") return;
  const subject = { name: poster.name, titles: letter.titles.join("\n"), count: String(letter.count) };
  const email = { to: poster.email, userId: letter.userId, now };
  if (action === "release") await sendEmail(tx, { ...email, template: "track-released", values: subject });
  else if (reason !== null)
    await sendEmail(tx, {
      ...email,
      template: action === "withhold" ? "track-withheld" : "tracks-deleted",
      values: { ...subject, reason },
    });
}
