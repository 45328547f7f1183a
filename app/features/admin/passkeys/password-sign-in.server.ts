import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { operatorPasskeys, passwordlessOperators, secondFactors } from "#db/schema/index.ts";
import { endOtherSessions } from "../session/admin-credentials.server.ts";
import { type AdminSession, actorOf } from "../session/admin-session.ts";
import { isEnoughWithoutPassword, passkeyMessages } from "./passkeys.ts";

/** Whether the operator has switched the sign-in by password off. */
export async function isPasswordRefused(tx: Db, operatorId: string): Promise<boolean> {
  const found = await tx
    .select({ id: passwordlessOperators.operatorId })
    .from(passwordlessOperators)
    .where(eq(passwordlessOperators.operatorId, operatorId));
  return found.length > 0;
}

/** What an operator signs in with besides the password. */
export async function countSignInMethods(
  tx: Db,
  operatorId: string,
): Promise<{ passkeys: number; recoveryCodes: number }> {
  const passkeys = await tx.$count(operatorPasskeys, eq(operatorPasskeys.operatorId, operatorId));
  const [factor] = await tx
    .select({ hashes: secondFactors.recoveryHashes })
    .from(secondFactors)
    .where(and(eq(secondFactors.operatorId, operatorId), isNotNull(secondFactors.confirmedAt)));
  return { passkeys, recoveryCodes: factor?.hashes.length ?? 0 };
}

/**
 * Lets one change of an operator's ways to sign in wait for another: two removals at once would each see what the other takes.
 * Lock before the count, and before the second factor.
 */
export async function lockPasskeys(tx: Db, operatorId: string): Promise<void> {
  await forUpdate(
    tx
      .select({ id: operatorPasskeys.id })
      .from(operatorPasskeys)
      .where(eq(operatorPasskeys.operatorId, operatorId))
      .orderBy(asc(operatorPasskeys.id)),
    "update",
  );
}

/**
 * The rule "who has no sign-in by password keeps enough besides": ask it before a change that leaves `left`. Throws `Conflict`.
 */
export async function requireEnoughWithoutPassword(
  tx: Db,
  { operatorId, left }: { operatorId: string; left: { passkeys: number; recoveryCodes: number } },
): Promise<void> {
  if (!isEnoughWithoutPassword(left) && (await isPasswordRefused(tx, operatorId)))
    throw new Conflict(passkeyMessages.needed);
}

/**
 * Switches the sign-in by password off for oneself, and ends one's other logins. A recovery code, an administrator's link or a
 * command switches it on again. Throws `Conflict` with too little besides it, and what `requirePassword` throws.
 */
export async function refusePasswordSignIn({ admin }: { admin: AdminSession }): Promise<void> {
  const { operatorId } = admin;
  await write(async (tx) => {
    await lockPasskeys(tx, operatorId);
    if (!isEnoughWithoutPassword(await countSignInMethods(tx, operatorId)))
      throw new Conflict(passkeyMessages.notEnough);
    const refused = await tx
      .insert(passwordlessOperators)
      .values({ operatorId, createdAt: new Date() })
      .onConflictDoNothing({ target: passwordlessOperators.operatorId })
      .returning({ id: passwordlessOperators.operatorId });
    if (refused.length === 0) return;
    const ended = await endOtherSessions(tx, admin);
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "operator.password-sign-in-off",
      target: { type: "operator", id: operatorId },
      after: { endedSessions: ended },
    });
  });
}

/** Switches it on again: by oneself, or by a command. Returns whether it was off. Throws what `requirePassword` throws. */
export const allowPasswordSignIn = (o: { actor: Actor; operatorId: string }): Promise<boolean> =>
  write((tx) => restorePasswordSignIn(tx, o));

export async function restorePasswordSignIn(
  tx: Db,
  { actor, operatorId, now = new Date() }: { actor: Actor; operatorId: string; now?: Date },
): Promise<boolean> {
  const allowed = await tx
    .delete(passwordlessOperators)
    .where(eq(passwordlessOperators.operatorId, operatorId))
    .returning({ id: passwordlessOperators.operatorId });
  if (allowed.length === 0) return false;
  const target = { type: "operator", id: operatorId } as const;
  await recordAudit(tx, { actor, action: "operator.password-sign-in-on", target, now });
  return true;
}
