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
  /** Null when one was set before: by a setting or `npm run admin -- password`. */
  adminPassword: string | null;
}

const doneKey = "first_start_at";
/** Present until the secrets of the first start have been shown. */
const unseenKey = "first_start_unseen";

/**
 * Prepares an empty installation: the official account, one invitation and, unless configured, an admin password, of which
 * only the hash is stored. Returns what must be shown once, `unseen` when an earlier start made it and ended before it was
 * shown, or null when this was done before.
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
  const adminPassword = randomBytes(12).toString("base64url");
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

/** What the first start made, or how to get it, has been shown. */
export async function noteFirstStartShown(): Promise<void> {
  await write((tx) => tx.delete(settings).where(eq(settings.key, unseenKey)));
}

/** False when the operator has set a password before the first start: that one stays. */
async function storeFirstPasswordHash(tx: Db, hash: string): Promise<boolean> {
  const stored = await tx
    .insert(settings)
    .values({ key: adminPasswordHashKey, value: hash })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return stored.length > 0;
}
