import { eq, isNull, or, sql } from "drizzle-orm";
import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { consents } from "#db/schema/index.ts";
import type { ConsentFlags } from "../consent.ts";

/**
 * Keeps what a visit has answered to the cookie banner (spec 1 §4, §7); another answer of the same visit takes its
 * place. `id` is the visit's random name. A member's answer is bound to the account, and from then on only that member
 * changes it. Throws `NotFound` for an `id` that is bound to somebody else, `NotAuthenticated`.
 */
export async function recordConsent(
  options: { viewer: { id: string } | null; id: string } & ConsentFlags,
): Promise<void> {
  const { viewer, id, cookieConsent, analyticsConsent } = options;
  const answer = { cookieConsent, analyticsConsent, updatedAt: new Date() };
  const mine = viewer ? or(isNull(consents.userId), eq(consents.userId, viewer.id)) : isNull(consents.userId);
  const kept = await write(async (tx) => {
    if (viewer) await keepAccount(tx, viewer.id);
    return tx
      .insert(consents)
      .values({ id, userId: viewer?.id ?? null, ...answer })
      .onConflictDoUpdate({
        target: consents.id,
        set: { ...answer, ...(viewer ? { userId: viewer.id } : {}) },
        setWhere: sql`${mine}`,
      })
      .returning({ id: consents.id });
  });
  if (kept.length === 0) throw new NotFound();
}
