import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { primary } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Generations that are followed: more than any honest branch has. */
const maxDepth = 100;
/** Accounts of a branch that are looked at. */
export const maxBranchSize = 10_000;

/** An account of a branch of invitations. */
export interface BranchMember {
  id: string;
  name: string;
  picture: string | null;
  state: Viewer["state"];
  invitedById: string | null;
  /** Generations below the branch's account, which itself has 0. */
  depth: number;
  createdAt: Date;
}

/** An account, whom it invited, whom they invited, and so on, as (id, depth); at most 10,000, the nearest first. */
const branchOf = (userId: string) =>
  sql`(with recursive invited(id, depth) as (
    select ${users.id}, 0 from ${users} where ${users.id} = ${userId}
    union all select ${users.id}, invited.depth + 1 from invited join ${users} on ${users.invitedById} = invited.id
      where invited.depth < ${sql.raw(String(maxDepth))}
    ) select id, depth from invited limit ${sql.raw(String(maxBranchSize))}) as branch`;

const depth = sql<number>`branch.depth`.mapWith(Number);

/** The accounts of a branch without the one that it begins with, by generation and age, at most `limit`. */
export function listBranch(options: { userId: string; limit: number }): Promise<BranchMember[]> {
  const { userId, limit } = options;
  const { id, name, picture, state, invitedById, createdAt } = users;
  return primary
    .select({ id, name, picture, state, invitedById, createdAt, depth })
    .from(branchOf(userId))
    .innerJoin(users, eq(users.id, sql`branch.id`))
    .where(sql`branch.depth > 0`)
    .orderBy(depth, asc(createdAt), asc(id))
    .limit(limit);
}

/** How many accounts each generation of a branch has, and how many of them are not denied. */
export interface BranchGeneration {
  depth: number;
  accounts: number;
  open: number;
}

/** The generations of a branch, the account that it begins with (0) included; none for an unknown account. */
export function countBranch(options: { userId: string }): Promise<BranchGeneration[]> {
  return primary
    .select({
      depth,
      accounts: count(),
      open: sql<number>`coalesce(sum(case when ${users.state} <> 'denied' then 1 else 0 end), 0)`.mapWith(
        Number,
      ),
    })
    .from(branchOf(options.userId))
    .innerJoin(users, eq(users.id, sql`branch.id`))
    .groupBy(depth)
    .orderBy(depth);
}

/** Ids of the accounts of a branch that are not denied, the first one included, the nearest first. */
export async function findOpenOfBranch(options: { userId: string; limit: number }): Promise<string[]> {
  const rows = await primary
    .select({ id: users.id })
    .from(branchOf(options.userId))
    .innerJoin(users, eq(users.id, sql`branch.id`))
    .where(and(sql`${users.state} <> 'denied'`, sql`${users.provider} <> 'house'`))
    .orderBy(depth, asc(users.id))
    .limit(options.limit);
  return rows.map(({ id }) => id);
}
