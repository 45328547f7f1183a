import { and, asc, count, eq, sql } from "drizzle-orm";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { primary, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/** Between two queries, those who joined meanwhile are found. */
const accountsPerRun = 500;

/**
 * Denies an account and everybody whom its invitations brought, the nearest first, each in a transaction: another call
 * finishes what was interrupted. Returns how many. Throws `NotFound` for an unknown and for the official account, `Conflict`
 * when there are more than the actor has `seen`, or none.
 */
export async function revokeBranch(options: {
  userId: string;
  actor: Actor;
  reason?: string | undefined;
  seen: number;
}): Promise<number> {
  const { userId, actor, reason, seen } = options;
  await requireMember(userId);
  const open = (await countBranch({ userId })).reduce((sum, generation) => sum + generation.open, 0);
  if (open === 0) throw new Conflict("この系列に、拒否できるアカウントはありません。");
  if (open > seen)
    throw new Conflict(`この系列のアカウントは、今は${open}件です。件数を確認して、もう一度お試しください。`);
  requirePassword(actor, "user.branch-revoke");
  let denied = 0;
  try {
    while (denied < maxBranchSize) {
      const ids = await findOpenOfBranch({ userId, limit: accountsPerRun });
      if (ids.length === 0) break;
      for (const id of ids) {
        if (await unlessGone(denyAccount({ userId: id, actor, reason, branch: userId }))) denied++;
      }
    }
  } finally {
    if (denied > 0) await recordBranch({ userId, actor, action: "user.branch-revoke", accounts: denied });
  }
  return denied;
}

/** Each in a transaction. Returns how many. Throws `NotFound` for an unknown account, `Conflict` when there is nobody. */
export async function restoreBranch({ userId, actor }: { userId: string; actor: Actor }): Promise<number> {
  await requireMember(userId);
  const total = await countRevoked(userId);
  if (total === 0) throw new Conflict("系列ごと拒否したアカウントはありません。");
  let approved = 0;
  try {
    while (approved < maxBranchSize) {
      const rows = await primary
        .select({ id: users.id })
        .from(users)
        .where(eq(users.revokedBranch, userId))
        .orderBy(asc(users.id))
        .limit(accountsPerRun);
      if (rows.length === 0) break;
      for (const { id } of rows)
        if (await unlessGone(approveAccount({ userId: id, actor, withBranch: true }))) approved++;
    }
  } finally {
    if (approved > 0)
      await recordBranch({
        userId,
        actor,
        action: "user.branch-restore",
        accounts: approved,
      });
  }
  return approved;
}

/** Denied with the account's branch, and still denied. */
export const countRevoked = (userId: string): Promise<number> =>
  primary.$count(users, eq(users.revokedBranch, userId));

async function requireMember(userId: string): Promise<void> {
  const [account] = await primary.select().from(users).where(eq(users.id, userId));
  if (!account || account.provider === "system") throw new NotFound("ユーザーが見つかりません");
}

const recordBranch = (entry: {
  userId: string;
  actor: Actor;
  action: "user.branch-revoke" | "user.branch-restore";
  accounts: number;
}) => {
  const { userId, actor, action, accounts } = entry;
  const target = { type: "user" as const, id: userId };
  return write((tx) => recordAudit(tx, { actor, action, target, after: { accounts } }));
};

/** False when the account was deleted meanwhile. */
async function unlessGone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Of generations: more than any honest branch has. */
const maxDepth = 100;
const maxBranchSize = 10_000;

/**
 * (id, depth) of an account, of whom it invited, of whom they invited, and so on; the nearest first. Whose inviter is gone counts as
 * invited by the nearest one above.
 */
const branchOf = (userId: string) =>
  sql`(with recursive invited(id, depth) as (
    select ${users.id}, 0 from ${users} where ${users.id} = ${userId}
    union all select ${users.id}, invited.depth + 1 from invited
      join ${users} on (${users.invitedById} = invited.id or ${users.branchParentId} = invited.id)
      where invited.depth < ${sql.raw(String(maxDepth))}
    ) select id, depth from invited limit ${sql.raw(String(maxBranchSize))}) as branch`;

const depth = sql<number>`branch.depth`.mapWith(Number);

/** By generation and age, without the first account. */
export async function listBranch({ userId, limit }: { userId: string; limit: number }) {
  const { id, name, picture, state, invitedById, createdAt } = users;
  return primary
    .select({ id, name, picture, state, invitedById, createdAt, depth })
    .from(branchOf(userId))
    .innerJoin(users, eq(users.id, sql`branch.id`))
    .where(sql`branch.depth > 0`)
    .orderBy(depth, asc(createdAt), asc(id))
    .limit(limit);
}

/** With the first account (depth 0); empty for an unknown one. `open`: not denied. */
export async function countBranch(options: { userId: string }) {
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

async function findOpenOfBranch(options: { userId: string; limit: number }): Promise<string[]> {
  const rows = await primary
    .select({ id: users.id })
    .from(branchOf(options.userId))
    .innerJoin(users, eq(users.id, sql`branch.id`))
    .where(and(sql`${users.state} <> 'denied'`, sql`${users.provider} <> 'system'`))
    .orderBy(depth, asc(users.id))
    .limit(options.limit);
  return rows.map(({ id }) => id);
}
