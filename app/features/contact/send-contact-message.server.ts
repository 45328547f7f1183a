import { and, eq, gt } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { holdMember } from "#app/features/accounts/server/hold-member.server.ts";
import { sendEmail } from "#app/features/mail/server/send-email.server.ts";
import { formatDateTime } from "#app/lib/format-date-time.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { contactMessages, users } from "#db/schema/index.ts";
import { officialAccount } from "../accounts/official-account.ts";
import type { ContactMessage } from "./contact.schema.ts";
import { trapField } from "./contact.ts";

/** The same message again within this time is a second press of the button. */
const sameMs = 10 * 60_000;

/**
 * Keeps what somebody wrote by the contact form, for the admin console, and sends it to `SUPPORT_EMAIL`; members get a
 * confirmation at their account's own address. A visitor gets none: whose address was typed is not known, and a stranger's
 * could be written to with it. Sent twice it is one message; what filled the field that people don't see is none.
 * Throws `NotAuthenticated` when the account has gone.
 */
export async function sendContactMessage(options: {
  viewer: { id: string; name: string; email: string } | null;
  message: ContactMessage;
  now?: Date;
}): Promise<void> {
  const { viewer, message: typed, now = new Date() } = options;
  const { [trapField]: trap, ...message } = typed;
  if (trap) return;
  const userId = viewer?.id ?? null;
  await write(async (tx) => {
    // One after another, so that a second press finds the first: a member's by their account, visitors' by the house's.
    if (viewer) await holdMember(tx, viewer.id);
    else await holdHouse(tx);
    if (await isKeptAlready(tx, { userId, message, since: new Date(now.getTime() - sameMs) })) return;
    await tx
      .insert(contactMessages)
      .values({ userId, ...message, createdAt: now })
      .returning({ id: contactMessages.id });
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

/** The house's account, held as `holdMember` holds a member's; a new installation has none yet. */
const holdHouse = (tx: Db) =>
  held(tx.select({ id: users.id }).from(users).where(eq(users.id, officialAccount.id)), "no key update");

async function isKeptAlready(
  tx: Db,
  options: { userId: string | null; message: Omit<ContactMessage, typeof trapField>; since: Date },
): Promise<boolean> {
  const { userId, message, since } = options;
  const [kept] = await tx
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
  return kept !== undefined;
}
