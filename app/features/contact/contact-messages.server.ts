import { desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { contactMessages } from "#db/schema/index.ts";

/** A message of the contact form as the operator reads it. */
export type StoredContactMessage = typeof contactMessages.$inferSelect;

/** Messages, the newest first, at most `limit`; with `isHandled` only those that are handled, or only those that are not. */
export function listContactMessages(options: {
  isHandled?: boolean | undefined;
  limit: number;
}): Promise<StoredContactMessage[]> {
  const { isHandled, limit } = options;
  const { handledAt } = contactMessages;
  return db
    .select()
    .from(contactMessages)
    .where(isHandled === undefined ? undefined : isHandled ? isNotNull(handledAt) : isNull(handledAt))
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(limit);
}

/** A message, or null. */
export async function findContactMessage(id: number): Promise<StoredContactMessage | null> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

/** How many messages nobody has handled. */
export const countOpenContactMessages = (): Promise<number> =>
  db.$count(contactMessages, isNull(contactMessages.handledAt));
