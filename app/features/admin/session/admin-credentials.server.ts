import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Unavailable } from "#app/features/domain-error.ts";
import { hashPassword, verifyPassword } from "#app/lib/password-hash.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { adminSessions, settings } from "#db/schema/index.ts";

/** Row of `settings` with the hash that the first start or `npm run admin -- password` has made. */
export const adminPasswordHashKey = "admin_password_hash";

interface AdminCredentials {
  username: string;
  /** Null when there is no password: nobody can sign in. */
  hash: string | null;
  /** Whether the hash comes from `ADMIN_PASSWORD_HASH`, not from the database. */
  isConfigured: boolean;
}

/** The name and the password's hash: those of the settings, else the hash in the database. */
export async function adminCredentials(db: Db = primary): Promise<AdminCredentials> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: configured } = environment();
  if (configured) return { username, hash: configured, isConfigured: true };
  const [stored] = await db.select().from(settings).where(eq(settings.key, adminPasswordHashKey));
  return { username, hash: stored?.value ?? null, isConfigured: false };
}

/** Names a pair of user name and hash; sessions keep it, so that they end when either changes. */
export const credentialsFingerprint = ({ username, hash }: Pick<AdminCredentials, "username" | "hash">) =>
  createHash("sha256").update(`${username}\0${hash}`).digest("base64url");

/** Hashing takes 128 MB and half a second of a processor: so many at a time, and so many that wait. */
const hashing = pLimit(2);
const maxWaiting = 20;

/**
 * The credentials when name and password are the admin's, else null. A wrong name takes as long as a wrong password. A stored
 * hash of an earlier cost is renewed. Throws `Unavailable` while too many tries wait.
 */
export async function verifyAdmin(typed: {
  username: string;
  password: string;
}): Promise<AdminCredentials | null> {
  if (hashing.pendingCount >= maxWaiting)
    throw new Unavailable("ただいま混み合っています。しばらくしてから、もう一度お試しください。", 5);
  const credentials = await adminCredentials();
  const { hash } = credentials;
  if (!hash) return null;
  const { isCorrect, needsRehash } = await hashing(() => verifyPassword(typed.password, hash));
  if (!isCorrect || typed.username !== credentials.username) return null;
  if (!needsRehash) return credentials;
  if (credentials.isConfigured) {
    logger.info(
      "ADMIN_PASSWORD_HASH is of an earlier, lower cost: npm run admin -- password prints a new one",
    );
    return credentials;
  }
  const renewed = await hashing(() => hashPassword(typed.password));
  const isRenewed = await write((tx) => replaceHash(tx, { hash: renewed, before: credentials }));
  // Else another login has renewed it meanwhile, or the password has been changed.
  return isRenewed ? { ...credentials, hash: renewed } : verifyAdmin(typed);
}

/** Replaces the stored hash, if it is still `before`, by one of the same password: sessions go on. */
async function replaceHash(
  tx: Db,
  { hash, before }: { hash: string; before: AdminCredentials },
): Promise<boolean> {
  const { username } = before;
  const replaced = await tx
    .update(settings)
    .set({ value: hash })
    .where(and(eq(settings.key, adminPasswordHashKey), eq(settings.value, before.hash ?? "")))
    .returning({ key: settings.key });
  if (replaced.length === 0) return false;
  await tx
    .update(adminSessions)
    .set({ credentials: credentialsFingerprint({ username, hash }) })
    .where(eq(adminSessions.credentials, credentialsFingerprint(before)));
  return true;
}

export async function storeAdminPasswordHash(tx: Db, hash: string): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: adminPasswordHashKey, value: hash })
    .onConflictDoUpdate({ target: settings.key, set: { value: hash } });
}

/**
 * Replaces the admin's password in the database, or makes the first one; every session of the console ends. Only its hash is
 * stored. Has no effect while `ADMIN_PASSWORD_HASH` is set. Returns how many sessions ended.
 */
export async function setAdminPassword(options: { password: string; actor: Actor }): Promise<number> {
  const { password, actor } = options;
  const hash = await hashPassword(password);
  return write(async (tx) => {
    await storeAdminPasswordHash(tx, hash);
    const ended = await tx.delete(adminSessions).returning({ id: adminSessions.id });
    await recordAudit(tx, {
      actor,
      action: "admin.password-change",
      target: { type: "settings", id: "admin_password_hash" },
      after: { endedSessions: ended.length },
    });
    return ended.length;
  });
}
