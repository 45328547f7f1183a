import { randomBytes, scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { environment } from "#app/config/environment.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { newInvitationCode } from "#app/features/invitations/server/create-invitations.server.ts";
import { primary, write } from "#db/client.ts";
import { invitations, settings } from "#db/schema/index.ts";

export interface FirstStart {
  invitationCode: string;
  /** Null when the settings have one. */
  adminPassword: string | null;
}

const doneKey = "first_start_at";
const adminPasswordHashKey = "admin_password_hash";

/**
 * Prepares an empty installation: the official account, one invitation and, unless configured, an admin password, of which
 * only the hash is stored. Returns what must be shown once, or null when this was done before.
 */
export async function prepareFirstStart(): Promise<FirstStart | null> {
  const [done] = await primary.select().from(settings).where(eq(settings.key, doneKey));
  if (done) return null;
  const now = new Date();
  const invitationCode = newInvitationCode();
  const adminPassword = environment().ADMIN_PASSWORD_HASH ? null : randomBytes(12).toString("base64url");
  return write(async (tx) => {
    const claimed = await tx
      .insert(settings)
      .values({ key: doneKey, value: now.toISOString() })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (claimed.length === 0) return null;
    await addOfficialAccount(tx, now);
    await tx.insert(invitations).values({ code: invitationCode, maxUses: 1, createdAt: now });
    if (adminPassword) {
      await tx.insert(settings).values({ key: adminPasswordHashKey, value: hashPassword(adminPassword) });
    }
    return { invitationCode, adminPassword };
  });
}

/** `scrypt:{salt}:{hash}`, both base64url; N=2^15, r=8, p=1. */
function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
  return `scrypt:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}
