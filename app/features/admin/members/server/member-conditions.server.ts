import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { startsWith } from "#db/search/text.ts";
import type { MemberFilter } from "../members.ts";

/** A condition for the beginning of an address or of an id; undefined for a search by words. */
export async function directCondition(query: { search: string; by?: "email" }): Promise<SQL | undefined> {
  const { search, by } = query;
  if (by === "email") return startsWith(sql`lower(${users.email})`, search.toLowerCase());
  // The console shows 8 characters of an id.
  if (!/^[0-9a-f]{8}(-[0-9a-f-]*)?$/i.test(search)) return undefined;
  const isOfId = startsWith(users.id, search.toLowerCase());
  // It may be a part of a name as well.
  const found = await primary.select({ id: users.id }).from(users).where(isOfId).limit(1);
  return found.length > 0 ? isOfId : undefined;
}

/** The condition of a filter, each with an index of its own. */
export function filterCondition(filter: MemberFilter, now: Date): SQL | undefined {
  switch (filter) {
    case "all":
      return undefined;
    case "premium":
      // As in the index's condition.
      return and(sql`${users.isPremium}`, or(isNull(users.premiumEndDate), gt(users.premiumEndDate, now)));
    case "no-invite":
      return sql`not ${users.canInvite}`;
    default:
      return eq(users.state, filter);
  }
}
