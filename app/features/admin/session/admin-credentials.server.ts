import { createHash } from "node:crypto";
import { and, eq, isNull, ne } from "drizzle-orm";
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
import { readSetting, writeSetting } from "#db/settings.ts";
import { firstOperatorId } from "./admin-session.ts";

/** Row of `settings` with the hash from the first start or from `npm run admin -- password`. */
export const adminPasswordHashKey = "admin_password_hash";

export interface AdminCredentials {
  /** `firstOperatorId`, or the id of the operator's row. */
  operatorId: string;
  username: string;
  role: OperatorRole;
  /** Null without a password: nobody can sign in. */
  hash: string | null;
  /** The hash comes from `ADMIN_PASSWORD_HASH`, not from the database. */
  isConfigured: boolean;
}

/** Of the first administrator. The settings win over the hash in the database. */
export async function adminCredentials(): Promise<AdminCredentials> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: configured } = environment();
  const first = { operatorId: firstOperatorId, username, role: "administrator" } as const;
  if (configured) return { ...first, hash: configured, isConfigured: true };
  return { ...first, hash: await readSetting(primary, adminPasswordHashKey), isConfigured: false };
}

/** Prevents lookalikes: names that differ only in case or width are one. */
export const operatorNameKey = (name: string) => normalizeUnicode(normalizeName(name), "NFKC").toLowerCase();

/** Null while the operator has no password, and once they are switched off. */
export function credentialsOf(row: typeof operators.$inferSelect): AdminCredentials | null {
  const { id: operatorId, name: username, role, passwordHash: hash, disabledAt } = row;
  return hash === null || disabledAt !== null
    ? null
    : { operatorId, username, role, hash, isConfigured: false };
}

/** Prevents an invited operator from shutting the first administrator out: the settings' name comes first. */
async function credentialsByName(name: string): Promise<AdminCredentials | null> {
  const first = await adminCredentials();
  if (name === first.username) return first;
  const [row] = await primary
    .select()
    .from(operators)
    .where(eq(operators.nameKey, operatorNameKey(name)));
  return row ? credentialsOf(row) : null;
}

/** Null for an operator who has gone, been switched off or never joined. */
export async function credentialsById(operatorId: string): Promise<AdminCredentials | null> {
  if (operatorId === firstOperatorId) return adminCredentials();
  const [row] = await primary.select().from(operators).where(eq(operators.id, operatorId));
  return row ? credentialsOf(row) : null;
}

export const sessionsOf = (operatorId: string) =>
  operatorId === firstOperatorId
    ? isNull(adminSessions.operatorId)
    : eq(adminSessions.operatorId, operatorId);

/** All of the operator's but this one. Returns how many. */
export async function endOtherSessions(
  tx: Db,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<number> {
  const ended = await tx
    .delete(adminSessions)
    .where(and(sessionsOf(operatorId), ne(adminSessions.id, id)))
    .returning({ id: adminSessions.id });
  return ended.length;
}

/** Sessions keep it, so that they end when user name or hash changes. */
export const credentialsFingerprint = ({ username, hash }: Pick<AdminCredentials, "username" | "hash">) =>
  createHash("sha256").update(`${username}\0${hash}`).digest("base64url");

/** Prevents an overload: hashing takes 128 MB and half a second of a processor, so few run and few wait. */
const hashing = pLimit(2);
const maxWaiting = 20;

/** Fits no password: unknown names are compared with it. */
const dummyHash = `scrypt:131072:8:1:${"A".repeat(22)}:${"A".repeat(43)}`;

/** Prevents guessing: a wrong name takes as long as a wrong password. Null for both. Throws `Unavailable` if many wait. */
export async function verifyAdmin(typed: {
  username: string;
  password: string;
}): Promise<AdminCredentials | null> {
  if (hashing.pendingCount >= maxWaiting)
    throw new Unavailable("ただいま混み合っています。しばらくしてから、もう一度お試しください。", 5);
  const credentials = await credentialsByName(typed.username);
  const hash = credentials?.hash ?? dummyHash;
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
  // Otherwise another login has renewed it meanwhile, or the password has been changed.
  return isRenewed ? { ...credentials, hash: renewed } : verifyAdmin(typed);
}

export const hashOneByOne = (password: string) => hashing(() => hashPassword(password));

/** Replaces the stored hash, if it is still `before`, by one of the same password: sessions go on. */
async function replaceHash(
  tx: Db,
  { hash, before }: { hash: string; before: AdminCredentials },
): Promise<boolean> {
  if (!(await storeHash(tx, { hash, before }))) return false;
  await tx
    .update(adminSessions)
    .set({ credentials: credentialsFingerprint({ username: before.username, hash }) })
    .where(eq(adminSessions.credentials, credentialsFingerprint(before)));
  return true;
}

/** Replaces the hash `before`. Returns whether it was still there. */
export async function storeHash(
  tx: Db,
  { hash, before }: { hash: string; before: AdminCredentials },
): Promise<boolean> {
  const replaced =
    before.operatorId === firstOperatorId
      ? await tx
          .update(settings)
          .set({ value: hash })
          .where(and(eq(settings.key, adminPasswordHashKey), eq(settings.value, before.hash ?? "")))
          .returning({ key: settings.key })
      : await tx
          .update(operators)
          .set({ passwordHash: hash })
          .where(and(eq(operators.id, before.operatorId), eq(operators.passwordHash, before.hash ?? "")))
          .returning({ key: operators.id });
  return replaced.length > 0;
}

export const storeAdminPasswordHash = (tx: Db, hash: string): Promise<void> =>
  writeSetting(tx, adminPasswordHashKey, hash);

/** Ends the first administrator's sessions and returns their number. No effect while `ADMIN_PASSWORD_HASH` is set. */
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
