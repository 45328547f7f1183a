import { inArray, or } from "drizzle-orm";
import { findAccounts } from "#app/features/accounts/server/find-accounts.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { createToken, hashToken } from "#app/lib/secret-token.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { write } from "#db/client.ts";
import { signInMoves, users } from "#db/schema/index.ts";
import { findObstacle } from "./find-obstacle.server.ts";
import { moveMessages, waitingDays } from "./sign-in-move.ts";

/**
 * Begins to move an account to the sign-in of a new, empty one: after the waiting time `completeSignInMoves` does it. Both
 * addresses are told, the old one with a link that cancels; the member is notified. `newAccount`: id or user id. `proof`: what
 * the operator was shown, for the audit log only. Throws `Invalid` for the field `newAccount`, `NotFound` for an unknown and
 * for the official account, `Conflict` when either account has a move already.
 */
export async function startSignInMove(o: {
  userId: string;
  newAccount: string;
  proof: string;
  actor: Actor;
}): Promise<void> {
  const { userId, newAccount, proof, actor } = o;
  const now = new Date();
  const [found] = newAccount.includes("@", 1) ? [] : await findAccounts(newAccount);
  if (!found) throw new Invalid({ newAccount: [moveMessages.unknownAccount] });
  if (found.id === userId) throw new Invalid({ newAccount: [moveMessages.sameAccount] });
  const completesAt = new Date(now.getTime() + waitingDays * dayMs);
  const token = createToken();
  await write(async (tx) => {
    const ids = [userId, found.id];
    await lockUsersForShare(tx, ids);
    const accounts = await tx.select().from(users).where(inArray(users.id, ids));
    const account = accounts.find(({ id }) => id === userId);
    const newcomer = accounts.find(({ id }) => id === found.id);
    if (!account || account.provider === "system") throw new NotFound("ユーザーが見つかりません");
    if (!newcomer) throw new Invalid({ newAccount: [moveMessages.unknownAccount] });
    const obstacle = await findObstacle(tx, { account, newcomer });
    if (obstacle !== null) throw new Invalid({ newAccount: [obstacle] });
    const open = await tx
      .select({ id: signInMoves.id })
      .from(signInMoves)
      .where(or(inArray(signInMoves.userId, ids), inArray(signInMoves.newUserId, ids)))
      .limit(1);
    if (open.length > 0) throw new Conflict(moveMessages.busy);
    const [move] = await tx
      .insert(signInMoves)
      .values({
        userId,
        newUserId: newcomer.id,
        cancelHash: hashToken(token),
        createdAt: now,
        completesAt,
      })
      .onConflictDoNothing()
      .returning({ id: signInMoves.id });
    if (!move) throw new Conflict(moveMessages.busy);
    const { name } = account;
    const when = formatDateTime(completesAt);
    await sendEmail(tx, {
      to: account.email,
      template: "sign-in-move-begun",
      values: { name, completesAt: when, token },
      userId,
    });
    await sendEmail(tx, {
      to: newcomer.email,
      template: "sign-in-move-awaited",
      values: { name, completesAt: when },
      userId: newcomer.id,
    });
    await notify(tx, { userId, event: { type: "sign_in_move", moveId: move.id } });
    await recordAudit(tx, {
      actor,
      action: "user.sign-in-move",
      target: { type: "user", id: userId },
      after: { newAccount: newcomer.id, completesAt: completesAt.toISOString(), proof },
    });
  });
}
