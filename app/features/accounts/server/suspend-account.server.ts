import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { afterCommit, primary, write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { type AccountState, accountStateLabels, requireSeenState } from "../account.ts";
import { accountLifecycles } from "./account-lifecycles.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Locks an approved account out for now: its sessions end with the same commit, and what it published is hidden as if denied
 * (docs/decisions/0007-denied-accounts.md). Removes nothing and touches no payment: `approveAccount` gives everything back.
 * The member reads `reason` at the gate page and in an email. Does nothing to a suspended account. Returns how many sessions
 * ended. Throws `NotFound` for an unknown and for the official account, `Conflict` for a waiting or denied one and when it
 * is no longer in the state `seen` by the actor.
 */
export async function suspendAccount(options: {
  userId: string;
  actor: Actor;
  reason: string;
  seen?: AccountState | undefined;
  now?: Date;
}): Promise<{ endedSessions: number }> {
  const { userId, actor, reason, seen, now = new Date() } = options;
  return write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "system") throw new NotFound("アカウントが見つかりません");
    const { state, name, email } = account;
    if (state === "suspended") return { endedSessions: 0 };
    requireSeenState(state, seen);
    if (state !== "approved")
      throw new Conflict(
        `停止できるのは承認済みの会員です。今の状態は「${accountStateLabels[state]}」です。`,
      );
    for (const part of accountLifecycles()) await part.updateCounts?.(tx, { userId, by: -1 });
    await tx
      .update(users)
      .set({ state: "suspended", suspendedAt: now, suspensionReason: reason, updatedAt: now })
      .where(eq(users.id, userId));
    await sendEmail(tx, { to: email, template: "account-suspended", values: { name, reason }, userId, now });
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    await recordAudit(tx, {
      actor,
      action: "user.suspend",
      target: { type: "user", id: userId },
      before: { state },
      after: { state: "suspended", endedSessions: ended.length, reason },
      now,
    });
    return { endedSessions: ended.length };
  });
}

/** Null for an account that is not suspended. */
export async function findSuspension({
  userId,
}: {
  userId: string;
}): Promise<{ since: Date; reason: string } | null> {
  const { state, suspendedAt, suspensionReason } = users;
  const [account] = await primary
    .select({ state, suspendedAt, suspensionReason })
    .from(users)
    .where(eq(users.id, userId));
  if (account?.state !== "suspended" || !account.suspendedAt) return null;
  return { since: account.suspendedAt, reason: account.suspensionReason ?? "" };
}
