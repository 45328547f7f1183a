import { eq } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { type Actor, systemActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { type Db, primary, write } from "#db/client.ts";
import { signInMoves, users } from "#db/schema/index.ts";
import { moveMessages } from "./sign-in-move.ts";

/**
 * Ends an open move without effect, by an operator (with a reason that both addresses are told), by the member, or by the
 * link of the old address. Throws `NotFound` when it is over.
 */
export async function cancelSignInMove(
  o: { userId: string; actor: Actor; reason: string } | { viewer: { id: string } } | { token: string },
): Promise<void> {
  const { actor, reason } =
    "actor" in o
      ? o
      : { actor: systemActor, reason: "token" in o ? moveMessages.byLink : moveMessages.byMember };
  const condition =
    "token" in o
      ? eq(signInMoves.cancelHash, hashToken(o.token))
      : eq(signInMoves.userId, "viewer" in o ? o.viewer.id : o.userId);
  const [move] = await primary.select().from(signInMoves).where(condition);
  if (!move) throw new NotFound(moveMessages.gone);
  await write(async (tx) => {
    // A completion has locked both accounts: this waits for it, and finds no move.
    await lockUsersForShare(tx, [move.userId, move.newUserId]);
    if (!(await endMove(tx, { move, actor, reason, now: new Date() }))) throw new NotFound(moveMessages.gone);
  });
}

/**
 * Deletes the open move, tells both addresses why and writes the audit log. `tx` has locked both accounts, of which one may be
 * about to go (`leavingId`): it is not told, and the log does not remember it. Returns false when the move was over.
 */
export async function endMove(
  tx: Db,
  o: {
    move: Pick<typeof signInMoves.$inferSelect, "id" | "userId" | "newUserId">;
    actor: Actor;
    reason: string;
    leavingId?: string;
    now: Date;
  },
): Promise<boolean> {
  const { move, actor, reason, leavingId, now } = o;
  const ended = await tx
    .delete(signInMoves)
    .where(eq(signInMoves.id, move.id))
    .returning({ id: signInMoves.id });
  if (ended.length === 0) return false;
  const [account] = await tx.select({ name: users.name }).from(users).where(eq(users.id, move.userId));
  for (const userId of [move.userId, move.newUserId]) {
    if (userId === leavingId) continue;
    const [told] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (!told || !account) continue;
    await sendEmail(tx, {
      to: told.email,
      template: "sign-in-move-ended",
      values: { name: account.name, reason },
      userId,
      now,
    });
  }
  if (leavingId !== move.userId)
    await recordAudit(tx, {
      actor,
      action: "user.sign-in-move-cancel",
      target: { type: "user", id: move.userId },
      after: { reason },
      now,
    });
  return true;
}
