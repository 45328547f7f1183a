import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { db } from "../client.ts";
import { dialect } from "../columns.ts";
import { memberSearch, users } from "../schema/index.ts";
import { containsAll, gramToken, selectGrams, unverifiedWords } from "./text.ts";

/** Newest accounts that Postgres scans before the index, which returns all candidates at once. */
const firstScanRows = 5000;

/** Newest accounts with the words' grams: on SQLite a query blocks the event loop. */
const maxCandidates = 20_000;

/** Postgres' largest integer. */
const maxPosition = 2 ** 31 - 1;

interface MemberSearch {
  /** Folded, at least one; all must occur in name or user id. */
  words: readonly string[];
  where?: SQL | undefined;
  before?: number | undefined;
}

/**
 * Positions (`id`, growing with time) and ids of accounts with every word, newest first, after `offset`; among the newest
 * 20,000 candidates.
 */
export async function searchMembers(
  search: MemberSearch & { offset?: number; limit: number },
): Promise<{ id: number; userId: string }[]> {
  const { before, where, words, offset = 0, limit } = search;
  if (dialect === "postgres") {
    // Frequent words are found faster among the newest accounts.
    const newest = sql`${memberSearch.id} > (select coalesce(max(id), 0) - ${firstScanRows} from ${memberSearch})`;
    const scanned = await db
      .select({ id: memberSearch.id, userId: memberSearch.userId })
      .from(memberSearch)
      .innerJoin(users, eq(users.id, memberSearch.userId))
      .where(
        and(
          newest,
          before === undefined ? undefined : lt(memberSearch.id, Math.min(before, maxPosition)),
          containsAll(memberSearch.searchText, "text", words),
          where,
        ),
      )
      .orderBy(desc(memberSearch.id))
      .limit(limit)
      .offset(offset);
    if (scanned.length === limit) return scanned;
  }
  return selectFound(search).orderBy(desc(memberSearch.id)).limit(limit).offset(offset);
}

/** Counts up to `max`. `isPartial`: not all candidates were looked at. */
export async function countMembersFound(
  search: MemberSearch & { max: number },
): Promise<{ count: number; isPartial: boolean }> {
  const { max, where } = search;
  const found = selectFound(search).limit(max).as("found");
  const [row] = await db.select({ count: count() }).from(found);
  if (!where) return { count: row?.count ?? 0, isPartial: false };
  const [looked] = await db.select({ count: count() }).from(candidatesOf(search));
  return { count: row?.count ?? 0, isPartial: (looked?.count ?? 0) >= maxCandidates };
}

/** Finds accounts by the index of grams; compares where grams prove nothing. */
export const selectFound = (search: MemberSearch) =>
  db
    .select({ id: memberSearch.id, userId: memberSearch.userId })
    .from(candidatesOf(search))
    .innerJoin(memberSearch, eq(memberSearch.id, sql`candidates.id`))
    .innerJoin(users, eq(users.id, memberSearch.userId))
    .where(and(containsAll(memberSearch.searchText, "text", unverifiedWords(search.words)), search.where));

function candidatesOf({ words, before }: MemberSearch): SQL {
  const grams = selectGrams(words);
  const upTo = Math.min(before ?? maxPosition, maxPosition);
  if (dialect === "sqlite") {
    const match = grams.map((gram) => `"${gramToken(gram)}"`).join(" AND ");
    return sql`(select rowid as id from member_grams where member_grams match ${match} and rowid < ${upTo} order by rowid desc limit ${sql.raw(String(maxCandidates))}) as candidates`;
  }
  const hasGrams = sql`search_grams(search_text) @> ${sql.param(grams)}::text[]`;
  // A subquery of its own, or the planner would follow the order and read rows one by one.
  return sql`(select id from (select id from ${memberSearch} where ${hasGrams} offset 0) as found where id < ${upTo} order by id desc limit ${sql.raw(String(maxCandidates))}) as candidates`;
}
