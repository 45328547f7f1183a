import { setImmediate } from "node:timers/promises";
import { and, asc, count, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db, primary } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { users } from "#db/schema/index.ts";
import { countMembersFound } from "#db/search/search-members.ts";
import { startsWith } from "#db/search/text.ts";
import { type MemberFilter, maxNumberedRows } from "../admin-members.ts";

/** `isExact`: counted just now. Otherwise up to ten minutes old, or the lower bound of a search. */
export interface MemberCount {
  count: number;
  isExact: boolean;
  /** Of a search with a filter: older accounts were not looked at. */
  isPartial: boolean;
}

const cacheMs = 10 * 60_000;
/** On SQLite a query blocks the event loop. */
const rowsPerQuery = 20_000;

const cachedCounts = new LRUCache<MemberFilter, Promise<number>>({ max: 10, ttl: cacheMs });

/** Exact up to 10,000; beyond that up to ten minutes old. */
export async function countMembers(filter: MemberFilter, now = new Date()): Promise<MemberCount> {
  const exact = await countUpTo(filterCondition(filter, now));
  if (exact <= maxNumberedRows) return { count: exact, isExact: true, isPartial: false };
  const cached = cachedCounts.get(filter) ?? countAll(filterCondition(filter, now));
  cachedCounts.set(filter, cached, { noUpdateTTL: true });
  cached.catch(() => cachedCounts.delete(filter));
  return { count: await cached, isExact: false, isPartial: false };
}

/** Exact up to 10,000; beyond that `count` is 10,001. */
export async function countSearchedMembers(
  search: { condition: SQL | undefined } | { words: readonly string[]; where: SQL | undefined },
): Promise<MemberCount> {
  if ("condition" in search) return toCount(await countUpTo(search.condition), false);
  if (search.words.length === 0) return countMembers("all");
  const { count, isPartial } = await countMembersFound({ ...search, max: maxNumberedRows + 1 });
  return toCount(count, isPartial);
}

const toCount = (found: number, isPartial: boolean): MemberCount => ({
  count: found,
  isExact: found <= maxNumberedRows && !isPartial,
  isPartial,
});

async function countUpTo(condition: SQL | undefined): Promise<number> {
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(users)
    .where(condition)
    .limit(maxNumberedRows + 1)
    .as("found");
  const [row] = await db.select({ count: count() }).from(found);
  return row?.count ?? 0;
}

/** SQLite counts in steps along the index, so that other requests are answered between them. */
async function countAll(condition: SQL | undefined): Promise<number> {
  if (dialect === "postgres") return db.$count(users, condition);
  let counted = 0;
  for (let last: { createdAt: Date; id: string } | undefined; ; ) {
    const after = last
      ? sql`(${users.createdAt}, ${users.id}) > (${sql.param(last.createdAt, users.createdAt)}, ${last.id})`
      : undefined;
    const [end] = await db
      .select({ createdAt: users.createdAt, id: users.id })
      .from(users)
      .where(and(condition, after))
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(1)
      .offset(rowsPerQuery - 1);
    if (!end) return counted + (await db.$count(users, and(condition, after)));
    counted += rowsPerQuery;
    last = end;
    await setImmediate();
  }
}

/** Matches the beginning of an email address or of an id; undefined for a search by words. */
export async function directCondition(query: { search: string; by?: "email" }): Promise<SQL | undefined> {
  const { search, by } = query;
  if (by === "email") return startsWith(sql`lower(${users.email})`, search.toLowerCase());
  // The console shows 8 characters of an id.
  if (!/^[0-9a-f]{8}(-[0-9a-f-]*)?$/i.test(search)) return undefined;
  const isOfId = startsWith(users.id, search.toLowerCase());
  // The text may also be part of a name.
  const found = await primary.select({ id: users.id }).from(users).where(isOfId).limit(1);
  return found.length > 0 ? isOfId : undefined;
}

/** Each filter has an index of its own. */
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
