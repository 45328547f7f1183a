import { eq, type SQL, sql } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { forgetAuditTarget, recordAudit, requirePassword } from "#app/features/audit/record-audit.server.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { audioTasks, labels, playlists, tracks, users } from "#db/schema/index.ts";
import { isPremium } from "../account.ts";
import { accountLifecycles, type LockedTable } from "../server/account-lifecycles.server.ts";
import { lockUserWithRelations } from "../server/locks.server.ts";

/**
 * Deletes the account's rows in one transaction, its files afterwards. Others' counts go down, their playlists close up, and
 * running work ends. A member whose account is gone gets no error. The audit log forgets the account, but keeps that an
 * `actor` deleted it. Throws `Forbidden` for the official account, `NotFound` when an actor deletes an unknown one.
 */
export async function deleteAccount(options: { viewer: { id: string }; actor?: Actor }): Promise<void> {
  const { actor } = options;
  const userId = options.viewer.id;
  if (actor) requirePassword(actor, "user.delete");
  await write(async (tx) => {
    // Prevents deadlocks: every row that others may lock is locked first, in the order of docs/decisions/0006-lock-order.md.
    const account = await lockUserWithRelations(tx, userId);
    if (!account && actor) throw new NotFound("ユーザーが見つかりません。");
    if (!account) return;
    if (account.provider === "system") throw new Forbidden("公式アカウントは削除できません");
    await lockRows(tx, userId);

    afterCommit(() => publishSessionsEnded(userId));
    const files = await findFiles(tx, userId);
    for (const part of accountLifecycles()) {
      // Accounts in other states count nowhere.
      if (account.state === "approved") await part.updateCounts?.(tx, { userId, by: -1 });
    }
    for (const part of accountLifecycles()) await part.removeRows?.(tx, userId);
    // Foreign keys remove the rest: tracks, tasks, likes, follows, playlists, sessions.
    await tx.delete(users).where(eq(users.id, userId));
    afterCommit(() => crashPoint("account-deleted"));
    await removeFiles(tx, files);
    await addToStatistics(tx, { members_deleted: 1, premium_revoked: isPremium(account) ? 1 : 0 });
    const target = { type: "user" as const, id: userId };
    await forgetAuditTarget(tx, target);
    if (actor)
      await recordAudit(tx, { actor, action: "user.delete", target, before: { state: account.state } });
  });
}

/** In the order of locks. `ids` is a query. */
const locks: [LockedTable, (tx: Db, ids: SQL) => PromiseLike<unknown>][] = [
  [
    "audioTasks",
    (tx, ids) =>
      forUpdate(
        tx
          .select({ id: audioTasks.id })
          .from(audioTasks)
          .where(sql`${audioTasks.id} in (${ids})`)
          .orderBy(audioTasks.id),
        "update",
      ),
  ],
  [
    "tracks",
    (tx, ids) =>
      forUpdate(
        tx.select({ id: tracks.id }).from(tracks).where(sql`${tracks.id} in (${ids})`).orderBy(tracks.id),
        "update",
      ),
  ],
  [
    "playlists",
    (tx, ids) =>
      forUpdate(
        tx
          .select({ id: playlists.id })
          .from(playlists)
          .where(sql`${playlists.id} in (${ids})`)
          .orderBy(playlists.id),
        "no key update",
      ),
  ],
  [
    "labels",
    (tx, ids) =>
      forUpdate(
        tx.select({ id: labels.id }).from(labels).where(sql`${labels.id} in (${ids})`).orderBy(labels.id),
        "no key update",
      ),
  ],
];

/** Prevents deadlocks: locks table by table, and in each table the rows of all parts by one sorted query. */
async function lockRows(tx: Db, userId: string): Promise<void> {
  for (const [table, lock] of locks) {
    const queries = accountLifecycles().flatMap(({ lockForDeletion }) => {
      const query = lockForDeletion?.[table]?.(tx, userId);
      return query ? [query.getSQL()] : [];
    });
    if (queries.length > 0) await lock(tx, sql.join(queries, sql` union all `));
  }
}

async function findFiles(tx: Db, userId: string): Promise<string[]> {
  const paths: string[] = [];
  for (const part of accountLifecycles()) paths.push(...((await part.findFiles?.(tx, userId)) ?? []));
  return paths;
}
