import { and, desc, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isPremium, shownPremiumEnd } from "#app/features/accounts/account.ts";
import { countPremiumMonthsOf } from "#app/features/premium/subscription/server/count-premium-months.server.ts";
import { isLive } from "#app/features/premium/subscription/stripe/read-subscription.server.ts";
import { chunk } from "#app/lib/chunk.ts";
import { primary } from "#db/client.ts";
import { subscriptions, users } from "#db/schema/index.ts";
import { searchMembers } from "#db/search/search-members.ts";
import { splitWords } from "#db/search/text.ts";
import { type MemberFilter, type MemberSort, maxNumberedRows } from "../admin-members.ts";
import type { memberReply } from "../members.schema.ts";
import {
  countMembers,
  countSearchedMembers,
  directCondition,
  filterCondition,
  type MemberCount,
} from "./count-members.server.ts";
import { sortMembers } from "./sort-members.server.ts";

export interface MemberRow extends z.output<typeof memberReply> {
  isOfficial: boolean;
  /** Premium can't be ended here while the member pays. */
  isPaying: boolean;
}

export interface MemberPage {
  members: MemberRow[];
  total: MemberCount;
  filtered: MemberCount;
  /** Cursor; null on the last page. */
  next: string | null;
  /** By the member's id: the value by which they are sorted. Empty when sorted by registration. */
  facts: Record<string, string>;
}

interface MemberQuery {
  /** Words of the name or user id, or the beginning of an id; empty for all. */
  search: string;
  /** `email`: the text is the beginning of an address. */
  by?: "email";
  filter: MemberFilter;
  /** Only without a search. */
  sort?: MemberSort;
  limit: number;
  /** From 1; pages that end beyond 10,000 rows need a cursor. */
  page: number;
  cursor?: string | undefined;
  now?: Date;
}

/** The newest first. Searches look at the newest 20,000 possible accounts. Every query reads an index, whatever the size. */
export async function listMembers(query: MemberQuery): Promise<MemberPage> {
  const { limit, sort = "joined", now = new Date() } = query;
  const search = query.search.trim();
  if (sort !== "joined" && search === "") return listSorted({ ...query, now }, sort);
  const offset = query.cursor ? 0 : Math.max(0, Math.min((query.page - 1) * limit, maxNumberedRows - limit));
  const found = await findIds({ ...query, search, now }, offset);
  const [members, total, filtered] = await Promise.all([
    selectMembers(
      found.slice(0, limit).map(({ id }) => id),
      now,
    ),
    countMembers("all", now),
    search ? countSearched({ ...query, search, now }) : countMembers(query.filter, now),
  ]);
  const last = found[limit - 1];
  return { members, total, filtered, next: found.length > limit && last ? last.cursor : null, facts: {} };
}

async function listSorted(
  { filter, limit, page, now }: MemberQuery & { now: Date },
  sort: Exclude<MemberSort, "joined">,
): Promise<MemberPage> {
  const sorted = await sortMembers(sort, { where: filterCondition(filter, now), now });
  const shown = sorted.slice((page - 1) * limit, page * limit);
  const [members, total] = await Promise.all([
    selectMembers(
      shown.map(({ id }) => id),
      now,
    ),
    countMembers("all", now),
  ]);
  const filtered = { count: sorted.length, isExact: true, isPartial: false };
  return {
    members,
    total,
    filtered,
    next: null,
    facts: Object.fromEntries(shown.map((one) => [one.id, one.fact])),
  };
}

/** The newest first. `seenAt` (ms): nobody who registered later. */
export async function findAllMemberIds(query: {
  search: string;
  filter: MemberFilter;
  seenAt: number;
  limit: number;
}): Promise<string[]> {
  const { limit, seenAt } = query;
  const search = query.search.trim();
  const found = await findIds({ ...query, search, page: 1, now: new Date() }, 0);
  const ids = found.slice(0, limit).map(({ id }) => id);
  const known: string[] = [];
  for (const some of chunk(ids, 500)) {
    const rows = await primary
      .select({ id: users.id })
      .from(users)
      .where(
        and(inArray(users.id, some), lte(users.createdAt, new Date(seenAt)), ne(users.provider, "system")),
      );
    const before = new Set(rows.map(({ id }) => id));
    known.push(...some.filter((id) => before.has(id)));
  }
  return known;
}

interface FoundMember {
  id: string;
  cursor: string;
}

/** One id more than the page where there is another page. */
async function findIds(query: MemberQuery & { now: Date }, offset: number): Promise<FoundMember[]> {
  const { search, filter, cursor, limit, now } = query;
  const where = filterCondition(filter, now);
  const direct = await directCondition(query);
  const words = direct ? [] : splitWords(search);
  if (words.length > 0) {
    const before = cursor && /^\d{1,10}$/.test(cursor) ? Number(cursor) : undefined;
    const rows = await searchMembers({ words, where, before, offset, limit: limit + 1 });
    return rows.map(({ id, userId }) => ({ id: userId, cursor: String(id) }));
  }
  const rows = await primary
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(and(where, direct, cursor ? after(cursor) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit + 1)
    .offset(offset);
  return rows.map(({ id, createdAt }) => ({ id, cursor: `${createdAt.getTime()}.${id}` }));
}

/** Accounts further down the list. An invalid cursor begins it anew. */
function after(cursor: string): SQL | undefined {
  const [, time, id] = /^(\d{1,14})\.(.{1,100})$/.exec(cursor) ?? [];
  if (!time || id === undefined) return undefined;
  return sql`(${users.createdAt}, ${users.id}) < (${sql.param(new Date(Number(time)), users.createdAt)}, ${id})`;
}

async function countSearched(query: MemberQuery & { now: Date }): Promise<MemberCount> {
  const where = filterCondition(query.filter, query.now);
  const direct = await directCondition(query);
  return countSearchedMembers(
    direct ? { condition: and(direct, where) } : { words: splitWords(query.search), where },
  );
}

export async function selectMembers(ids: readonly string[], now: Date): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  const rows = await primary
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]));
  const subscribed = await primary
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.userId, [...ids]));
  const paying = new Set(
    subscribed.flatMap((one) => (isLive(one) && !one.cancelAtPeriodEnd ? [one.userId] : [])),
  );
  const months = await countPremiumMonthsOf(rows);
  const byId = new Map(
    rows.map((row) => {
      const hasPremium = isPremium(row, now);
      const { id, name, email, picture, customUserId, state, canInvite, createdAt, updatedAt } = row;
      const member: MemberRow = {
        id,
        name,
        email,
        picture,
        customUserId,
        state,
        isOfficial: row.provider === "system",
        isPremium: hasPremium,
        isPaying: paying.has(id),
        premiumStartDate: hasPremium ? row.premiumStartDate : null,
        premiumEndDate: hasPremium ? shownPremiumEnd(row) : null,
        totalPremiumMonths: months.get(id) ?? 0,
        canInvite,
        createdAt,
        updatedAt,
      };
      return [id, member];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
