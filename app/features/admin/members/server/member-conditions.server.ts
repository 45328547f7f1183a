import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/index.ts";
import { startsWith } from "#db/search/text.ts";
import type { MemberFilter } from "../members.ts";

/** A condition for the beginning of an address or of an id; undefined for a search by words. */
export function directCondition({ search, by }: { search: string; by?: "email" }): SQL | undefined {
  if (by === "email") return startsWith(sql`lower(${users.email})`, search.toLowerCase());
  // The console shows 8 characters of an id.
  if (/^[0-9a-f]{8}(-[0-9a-f-]*)?$/i.test(search)) return startsWith(users.id, search.toLowerCase());
  return undefined;
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
