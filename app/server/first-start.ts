import { randomBytes } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { adminPasswordHashKey } from "#app/features/admin/session/admin-credentials.server.ts";
import { newInvitationCode } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { hashPassword } from "#app/lib/password-hash.ts";
import { type Db, primary, write } from "#db/client.ts";
import { invitations, settings } from "#db/schema/index.ts";

export interface FirstStart {
  invitationCode: string;
  /** Null if set before, by a setting or `npm run admin -- password`. */
  adminPassword: string | null;
}

const doneKey = "first_start_at";
/** Present until the first start's secrets were shown. */
const unseenKey = "first_start_unseen";

/**
 * Prepares an empty installation: official account, one invitation and, if not configured, an admin password, stored as a hash.
 * Returns what to show once, `unseen` if an earlier start never showed it, null if done.
 */
export async function prepareFirstStart(): Promise<FirstStart | "unseen" | null> {
  const found = await primary
    .select({ key: settings.key })
    .from(settings)
    .where(inArray(settings.key, [doneKey, unseenKey]));
  if (found.some(({ key }) => key === unseenKey)) return "unseen";
  if (found.length > 0) return null;
  const now = new Date();
  const invitationCode = newInvitationCode();
  const adminPassword = randomBytes(16).toString("base64url");
  const adminPasswordHash = environment().ADMIN_PASSWORD_HASH ? null : await hashPassword(adminPassword);
  return write(async (tx) => {
    const claimed = await tx
      .insert(settings)
      .values({ key: doneKey, value: now.toISOString() })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (claimed.length === 0) return null;
    await tx.insert(settings).values({ key: unseenKey, value: now.toISOString() });
    await addOfficialAccount(tx, now);
    await tx.insert(invitations).values({ code: invitationCode, maxUses: 1, createdAt: now });
    const isPasswordStored =
      adminPasswordHash !== null && (await storeFirstPasswordHash(tx, adminPasswordHash));
    return { invitationCode, adminPassword: isPasswordStored ? adminPassword : null };
  });
}

/** Notes that the first start's secrets, or how to get them, were shown. */
export async function recordFirstStartShown(): Promise<void> {
  await write((tx) => tx.delete(settings).where(eq(settings.key, unseenKey)));
}

/** False if the operator has set a password already: it stays. */
async function storeFirstPasswordHash(tx: Db, hash: string): Promise<boolean> {
  const stored = await tx
    .insert(settings)
    .values({ key: adminPasswordHashKey, value: hash })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return stored.length > 0;
}
