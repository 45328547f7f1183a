import { asc, eq, lte } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { accountLifecycles } from "#app/features/accounts/server/account-lifecycles.server.ts";
import { lockUserWithRelations } from "#app/features/accounts/server/locks.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, primary, write } from "#db/client.ts";
import { sessions, signInMoves, users } from "#db/schema/index.ts";
import { endMove } from "./cancel-sign-in-move.server.ts";
import { findObstacle } from "./find-obstacle.server.ts";

/** The next sweep takes the rest. */
const maxPerSweep = 100;

/** Does the moves whose waiting time is over. One that fails does not keep the others waiting. Returns how many were done. */
export async function completeSignInMoves(now: Date = new Date()): Promise<number> {
  const due = await primary
    .select()
    .from(signInMoves)
    .where(lte(signInMoves.completesAt, now))
    .orderBy(asc(signInMoves.completesAt), asc(signInMoves.id))
    .limit(maxPerSweep);
  let done = 0;
  for (const move of due) {
    try {
      if (await completeMove(move, now)) done++;
    } catch (error) {
      logger.error({ err: error, move: move.id }, "a sign-in was not moved");
    }
  }
  return done;
}

/**
 * In one transaction: the new account is deleted, the old one gets its identity and address, its sessions end, both addresses
 * are told. Everything else of the old account stays. A new account that is no longer empty ends the move instead.
 */
async function completeMove(move: typeof signInMoves.$inferSelect, now: Date): Promise<boolean> {
  const { userId, newUserId } = move;
  return write(async (tx) => {
    const newcomer = await lockUserWithRelations(tx, newUserId, userId);
    const [account] = await tx.select().from(users).where(eq(users.id, userId));
    // Cancelled, done by another process, or gone with an account.
    const [open] = await tx.select().from(signInMoves).where(eq(signInMoves.id, move.id));
    if (!open || !account || !newcomer) return false;
    const obstacle = await findObstacle(tx, { account, newcomer });
    if (obstacle !== null) {
      await endMove(tx, { move, actor: systemActor, reason: obstacle, now });
      return false;
    }
    await tx.delete(signInMoves).where(eq(signInMoves.id, move.id));
    await deleteAccount({ viewer: newcomer, actor: systemActor });
    const { provider, subject, email } = newcomer;
    await tx.update(users).set({ provider, subject, email, updatedAt: now }).where(eq(users.id, userId));
    const changed = { userId, previousEmail: account.email, now };
    for (const part of accountLifecycles()) await part.onEmailChanged?.(tx, changed);
    for (const to of [account.email, email])
      await sendEmail(tx, { to, template: "sign-in-moved", values: { name: account.name }, userId, now });
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    await recordAudit(tx, {
      actor: systemActor,
      action: "user.sign-in-move-complete",
      target: { type: "user", id: userId },
      after: { newAccount: newUserId, endedSessions: ended.length },
      now,
    });
    afterCommit(() => crashPoint("sign-in-moved"));
    return true;
  });
}
