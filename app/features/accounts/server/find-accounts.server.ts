import { desc, eq, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import type { Viewer } from "../viewer.ts";

const { id, provider, name, email, customUserId, state, createdAt } = users;
const selectAccounts = () =>
  db.select({ id, provider, name, email, customUserId, state, createdAt }).from(users);

export type Account = Awaited<ReturnType<typeof selectAccounts>>[number];

/** Finds by id, or ignoring case by email address or `customUserId` (with or without `@`). Returns ten at most. */
export function findAccounts(text: string): Promise<Account[]> {
  const query = text.trim();
  const folded = query.toLowerCase();
  const condition = /^.+@/.test(query)
    ? sql`lower(${users.email}) = ${folded}`
    : or(eq(users.id, query), eq(users.customUserIdFolded, folded.replace(/^@/, "")));
  return selectAccounts().where(condition).limit(10);
}

export function listAccounts(options: {
  state?: Viewer["state"] | undefined;
  limit: number;
}): Promise<Account[]> {
  return selectAccounts()
    .where(options.state && eq(users.state, options.state))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(options.limit);
}
