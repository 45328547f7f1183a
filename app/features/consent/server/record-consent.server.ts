import { eq, isNull, lt, or, sql } from "drizzle-orm";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { removeRows } from "#db/remove-rows.ts";
import { consents } from "#db/schema/index.ts";
import type { ConsentFlags } from "../consent.ts";

/**
 * Saves a visit's answer. A member's answer is bound to the account; then only that member can change it. Throws `NotFound` for
 * an `id` bound to somebody else, and `NotAuthenticated` when the account is gone.
 */
export async function recordConsent(
  options: { viewer: { id: string } | null; id: string } & ConsentFlags,
): Promise<void> {
  const { viewer, id, cookieConsent, analyticsConsent } = options;
  const answer = { cookieConsent, analyticsConsent, updatedAt: new Date() };
  const ownRow = viewer
    ? or(isNull(consents.userId), eq(consents.userId, viewer.id))
    : isNull(consents.userId);
  const saved = await write(async (tx) => {
    if (viewer) await lockUserForShare(tx, viewer.id);
    return tx
      .insert(consents)
      .values({ id, userId: viewer?.id ?? null, ...answer })
      .onConflictDoUpdate({
        target: consents.id,
        set: { ...answer, ...(viewer ? { userId: viewer.id } : {}) },
        setWhere: sql`${ownRow}`,
      })
      .returning({ id: consents.id });
  });
  if (saved.length === 0) throw new NotFound();
}

/** Saves the banner's answer. Returns the visit's id: `newId` if `id` is bound to a member no longer signed in here. */
export async function answerBanner(
  options: { viewer: { id: string } | null; id: string; newId: string } & ConsentFlags,
): Promise<string> {
  const { id, newId, ...answer } = options;
  try {
    await recordConsent({ ...answer, id });
    return id;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await recordConsent({ ...answer, id: newId });
    return newId;
  }
}

/** The cookie expires after a year; a month later no browser refers to the record. */
export const retentionMonths = 13;

/** Removes answers that were not changed for 13 months. */
export async function removeOldConsents(now: Date = new Date()): Promise<number> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retentionMonths);
  return removeRows(consents, lt(consents.updatedAt, oldest));
}
