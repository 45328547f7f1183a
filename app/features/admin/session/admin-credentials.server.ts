import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import pLimit from "p-limit";
import { environment } from "#app/config/environment.ts";
import { normalizeName } from "#app/features/accounts/normalize-name.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import type { OperatorRole } from "#app/features/audit/operator-roles.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Unavailable } from "#app/features/domain-error.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { hashPassword, verifyPassword } from "#app/lib/password-hash.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, primary, write } from "#db/client.ts";
import { adminSessions, operators, settings } from "#db/schema/index.ts";
import { firstOperatorId } from "./admin-session.ts";

/** Row of `settings` with the hash that the first start or `npm run admin -- password` has made. */
export const adminPasswordHashKey = "admin_password_hash";

export interface AdminCredentials {
  /** `firstOperatorId`, or the id of the operator's row. */
  operatorId: string;
  username: string;
  role: OperatorRole;
  /** Null when there is no password: nobody can sign in. */
  hash: string | null;
  /** Whether the hash comes from `ADMIN_PASSWORD_HASH`, not from the database. */
  isConfigured: boolean;
}

/** Those of the first administrator: of the settings, else with the hash in the database. */
export async function adminCredentials(db: Db = primary): Promise<AdminCredentials> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: configured } = environment();
  const first = { operatorId: firstOperatorId, username, role: "administrator" } as const;
  if (configured) return { ...first, hash: configured, isConfigured: true };
  const [stored] = await db.select().from(settings).where(eq(settings.key, adminPasswordHashKey));
  return { ...first, hash: stored?.value ?? null, isConfigured: false };
}

/** Names of operators that differ in case or width alone are one. */
export const operatorNameKey = (name: string) => normalizeUnicode(normalizeName(name), "NFKC").toLowerCase();

/** Those of an operator: null while they have no password, and once they are switched off. */
export function credentialsOf(row: typeof operators.$inferSelect): AdminCredentials | null {
  const { id: operatorId, name: username, role, passwordHash: hash, disabledAt } = row;
  return hash === null || disabledAt !== null
    ? null
    : { operatorId, username, role, hash, isConfigured: false };
}

/** Whom a typed name means. The one of the settings comes first: no invited operator can shut the first administrator out. */
async function credentialsByName(name: string): Promise<AdminCredentials | null> {
  const first = await adminCredentials();
  if (name === first.username) return first;
  const [row] = await primary
    .select()
    .from(operators)
    .where(eq(operators.nameKey, operatorNameKey(name)));
  return row ? credentialsOf(row) : null;
}

/** Names a pair of user name and hash; sessions keep it, so that they end when either changes. */
export const credentialsFingerprint = ({ username, hash }: Pick<AdminCredentials, "username" | "hash">) =>
  createHash("sha256").update(`${username}\0${hash}`).digest("base64url");

/** Hashing takes 128 MB and half a second of a processor: so many at a time, and so many that wait. */
const hashing = pLimit(2);
const maxWaiting = 20;

/** Of a password that nobody has: a name that nobody has is compared with it. */
const nobodysHash = `scrypt:131072:8:1:${"A".repeat(22)}:${"A".repeat(43)}`;

/**
 * The credentials when name and password are an operator's, else null. A wrong name takes as long as a wrong password. A stored
 * hash of an earlier cost is renewed. Throws `Unavailable` while too many tries wait.
 */
export async function verifyAdmin(typed: {
  username: string;
  password: string;
}): Promise<AdminCredentials | null> {
  if (hashing.pendingCount >= maxWaiting)
    throw new Unavailable("ただいま混み合っています。しばらくしてから、もう一度お試しください。", 5);
  const credentials = await credentialsByName(typed.username);
  const hash = credentials?.hash ?? nobodysHash;
  const { isCorrect, needsRehash } = await hashing(() => verifyPassword(typed.password, hash));
  if (!isCorrect || !credentials?.hash) return null;
  if (!needsRehash) return credentials;
  if (credentials.isConfigured) {
    logger.info(
      "ADMIN_PASSWORD_HASH is of an earlier, lower cost: npm run admin -- password prints a new one",
    );
    return credentials;
  }
  const renewed = await hashOneByOne(typed.password);
  const isRenewed = await write((tx) => replaceHash(tx, { hash: renewed, before: credentials }));
  // Else another login has renewed it meanwhile, or the password has been changed.
  return isRenewed ? { ...credentials, hash: renewed } : verifyAdmin(typed);
}

/** `hashPassword`, in turn with the logins. */
export const hashOneByOne = (password: string) => hashing(() => hashPassword(password));

/** Replaces the stored hash, if it is still `before`, by one of the same password: sessions go on. */
async function replaceHash(
  tx: Db,
  { hash, before }: { hash: string; before: AdminCredentials },
): Promise<boolean> {
  const { username, operatorId } = before;
  const replaced =
    operatorId === firstOperatorId
      ? await tx
          .update(settings)
          .set({ value: hash })
          .where(and(eq(settings.key, adminPasswordHashKey), eq(settings.value, before.hash ?? "")))
          .returning({ key: settings.key })
      : await tx
          .update(operators)
          .set({ passwordHash: hash })
          .where(and(eq(operators.id, operatorId), eq(operators.passwordHash, before.hash ?? "")))
          .returning({ key: operators.id });
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
 * Replaces the first administrator's password in the database, or makes the first one; their sessions end. Only its hash is
 * stored. Has no effect while `ADMIN_PASSWORD_HASH` is set. Returns how many sessions ended.
 */
export async function setAdminPassword(options: { password: string; actor: Actor }): Promise<number> {
  const { password, actor } = options;
  const hash = await hashPassword(password);
  return write(async (tx) => {
    await storeAdminPasswordHash(tx, hash);
    const ended = await tx
      .delete(adminSessions)
      .where(isNull(adminSessions.operatorId))
      .returning({ id: adminSessions.id });
    await recordAudit(tx, {
      actor,
      action: "admin.password-change",
      target: { type: "settings", id: "admin_password_hash" },
      after: { endedSessions: ended.length },
    });
    return ended.length;
  });
}
