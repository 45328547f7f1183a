import { and, eq, gt } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { officialAccount } from "#app/features/accounts/account.ts";
import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { contactMessages, users } from "#db/schema/index.ts";
import type { ContactMessage } from "./contact.schema.ts";
import { honeypotField } from "./contact.ts";

/**
 * Emails a confirmation only to members: a visitor could type somebody else's address. Drops duplicates within 10 minutes
 * and messages of bots (`honeypotField`). Throws `NotAuthenticated` when the account was deleted.
 */
export async function sendContactMessage(options: {
  viewer: { id: string; name: string; email: string } | null;
  message: ContactMessage;
  now?: Date;
}): Promise<void> {
  const { viewer, now = new Date() } = options;
  const { [honeypotField]: honeypot, ...message } = options.message;
  if (honeypot) return;
  const userId = viewer?.id ?? null;
  await write(async (tx) => {
    await lockSenders(tx, viewer);
    if (await isDuplicate(tx, { userId, message, since: repeatsSince(now) })) return;
    await tx.insert(contactMessages).values({ userId, ...message, createdAt: now });
    const { SUPPORT_EMAIL: support } = environment();
    if (support) {
      await sendEmail(tx, {
        to: support,
        replyTo: message.email,
        template: "contact",
        values: { ...message, account: userId ?? "", receivedAt: formatDateTime(now) },
        userId,
        now,
      });
    }
    if (viewer) {
      await sendEmail(tx, {
        to: viewer.email,
        template: "contact-received",
        values: message,
        userId,
        now,
      });
    }
  });
}

/**
 * Prevents doubles: a member's posts wait for each other by their account, visitors' by the official one, which a new installation
 * does not have yet. Throws `NotAuthenticated` when the account was deleted.
 */
export async function lockSenders(tx: Db, viewer: { id: string } | null): Promise<void> {
  if (viewer) await lockMember(tx, viewer.id);
  else {
    const { id } = officialAccount;
    await forUpdate(tx.select({ id: users.id }).from(users).where(eq(users.id, id)), "no key update");
  }
}

async function isDuplicate(
  tx: Db,
  options: { userId: string | null; message: Omit<ContactMessage, typeof honeypotField>; since: Date },
): Promise<boolean> {
  const { userId, message, since } = options;
  const [duplicate] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        gt(contactMessages.createdAt, since),
        userId === null ? undefined : eq(contactMessages.userId, userId),
        eq(contactMessages.name, message.name),
        eq(contactMessages.email, message.email),
        eq(contactMessages.subject, message.subject),
        eq(contactMessages.message, message.message),
      ),
    )
    .limit(1);
  return duplicate !== undefined;
}
