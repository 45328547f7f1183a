import { and, asc, count, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type CaseEntry, listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { db } from "#db/client.ts";
import { contactMessages, users } from "#db/schema/index.ts";
import type { MessageState } from "./contact.ts";

export type StoredContactMessage = typeof contactMessages.$inferSelect;

export interface ContactCase extends StoredContactMessage {
  entries: CaseEntry[];
  account: { id: string; name: string; email: string } | null;
}

/** The newest first. `isHandled`: only closed ones, or only open ones. */
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

export async function findContactMessage(id: number): Promise<StoredContactMessage | null> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

export const countOpenContactMessages = (): Promise<number> =>
  db.$count(contactMessages, isNull(contactMessages.handledAt));

interface ContactCaseFilter {
  state?: MessageState | undefined;
  id?: number | undefined;
  userId?: string | undefined;
}

/** Open messages: the oldest first. Others: the latest closed or received first. `total` counts no further than `maxTotal`. */
export async function listContactCases(
  options: ContactCaseFilter & { offset: number; limit: number; maxTotal: number },
): Promise<{ cases: ContactCase[]; total: number }> {
  const { offset, limit, maxTotal } = options;
  const where = conditionOf(options);
  const [rows, [counted]] = await Promise.all([
    selectCases(where)
      .orderBy(...orderOf(options.state))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(
        db
          .select({ id: contactMessages.id })
          .from(contactMessages)
          .where(where)
          .limit(maxTotal)
          .as("counted"),
      ),
  ]);
  return { cases: await withEntries(rows), total: counted?.total ?? 0 };
}

/** Received until then, the oldest first. */
export const findOpenContactMessages = (options: {
  userId: string | undefined;
  until: Date;
  limit: number;
}): Promise<{ id: number; version: number }[]> =>
  db
    .select({ id: contactMessages.id, version: contactMessages.version })
    .from(contactMessages)
    .where(and(conditionOf({ ...options, state: "open" }), lte(contactMessages.createdAt, options.until)))
    .orderBy(...orderOf("open"))
    .limit(options.limit);

export async function findContactCasesByEmail(email: string, limit: number): Promise<ContactCase[]> {
  const rows = await selectCases(sql`lower(${contactMessages.email}) = ${email.trim().toLowerCase()}`)
    .orderBy(desc(contactMessages.createdAt))
    .limit(limit);
  return withEntries(rows);
}

function conditionOf({ state, id, userId }: ContactCaseFilter): SQL | undefined {
  const { handledAt, outcome } = contactMessages;
  return and(
    state === undefined ? undefined : state === "open" ? isNull(handledAt) : eq(outcome, state),
    id === undefined ? undefined : eq(contactMessages.id, id),
    userId === undefined ? undefined : eq(contactMessages.userId, userId),
  );
}

function orderOf(state: MessageState | undefined): SQL[] {
  const { createdAt, handledAt, id } = contactMessages;
  if (state === "open") return [asc(createdAt), asc(id)];
  return state ? [desc(handledAt), desc(id)] : [desc(createdAt), desc(id)];
}

const selectCases = (where: SQL | undefined) =>
  db
    .select({ message: contactMessages, account: { id: users.id, name: users.name, email: users.email } })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.userId))
    .where(where);

async function withEntries(
  rows: { message: StoredContactMessage; account: ContactCase["account"] }[],
): Promise<ContactCase[]> {
  const entries = await listCaseEntries(
    "contactMessageId",
    rows.map(({ message }) => message.id),
  );
  return rows.map(({ message, account }) => ({
    ...message,
    account,
    entries: entries.get(message.id) ?? [],
  }));
}
