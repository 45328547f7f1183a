import { randomBytes, randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import {
  credentialsFingerprint,
  operatorNameKey,
} from "#app/features/admin/session/admin-credentials.server.ts";
import { type AdminSession, firstOperatorId } from "#app/features/admin/session/admin-session.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
} from "#app/features/admin/session/second-factor.server.ts";
import { type Actor, operatorActor } from "#app/features/audit/actor.ts";
import type { OperatorRole } from "#app/features/audit/operator-roles.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { write } from "#db/client.ts";
import { adminSessions, operatorPasskeys, operators } from "#db/schema/index.ts";
import { adminPasswordHash, adminUsername } from "./admin-password.ts";

/**
 * Adds an admin session; returns its cookie's token. Hashes no password and counts no try: a server takes five a minute.
 * `passwordAgeMs`: since the password was typed.
 */
export async function addAdminSession(
  o: { passwordAgeMs?: number; hash?: string | null; username?: string } = {},
): Promise<{ token: string; admin: AdminSession }> {
  const { passwordAgeMs = 0, hash = adminPasswordHash, username = adminUsername } = o;
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  const admin = {
    id: hashToken(token),
    operatorId: firstOperatorId,
    username,
    role: "administrator" as const,
    createdAt: now,
    authenticatedAt: new Date(now.getTime() - passwordAgeMs),
  };
  await write((tx) =>
    tx.insert(adminSessions).values({
      ...admin,
      operatorId: null,
      credentials: credentialsFingerprint({ username, hash }),
      lastActiveAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    }),
  );
  return { token, admin };
}

/** As `addAdminSession`, for a new operator with the tests' password. */
export async function addOperator(
  o: { name?: string; role?: OperatorRole; passwordAgeMs?: number } = {},
): Promise<{ token: string; admin: AdminSession }> {
  const { name = `operator-${randomUUID().slice(0, 8)}`, role = "moderator", passwordAgeMs = 0 } = o;
  const [operatorId, token, now] = [randomUUID(), randomBytes(32).toString("base64url"), new Date()];
  const admin = {
    id: hashToken(token),
    operatorId,
    username: name,
    role,
    createdAt: now,
    authenticatedAt: new Date(now.getTime() - passwordAgeMs),
  };
  const { id, createdAt, authenticatedAt } = admin;
  await write(async (tx) => {
    await tx.insert(operators).values({
      id: operatorId,
      name,
      nameKey: operatorNameKey(name),
      role,
      passwordHash: adminPasswordHash,
      createdAt: now,
    });
    await tx.insert(adminSessions).values({
      id,
      operatorId,
      username: name,
      credentials: credentialsFingerprint({ username: name, hash: adminPasswordHash }),
      createdAt,
      authenticatedAt,
      lastActiveAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    });
  });
  return { token, admin };
}

/** The audit log rejects this actor: nothing may change. */
export const unrecordableActor: Actor = JSON.parse('{ "kind": null }');

/** Adds passkeys that nothing can sign with; returns their ids. */
export async function addPasskeys({ operatorId }: AdminSession, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomBytes(16).toString("base64url"),
    operatorId,
    name: `鍵${index + 1}`,
    publicKey: "",
    counter: 0,
    transports: [],
    createdAt: new Date(),
  }));
  if (count > 0) await write((tx) => tx.insert(operatorPasskeys).values(rows));
  return rows.map(({ id }) => id);
}

/** Turns the operator's second factor on at `now`; returns what the app has. */
export async function addSecondFactor(
  admin: AdminSession,
  now = new Date(),
): Promise<{ app: TOTP; recoveryCodes: string[] }> {
  await removeSecondFactor({ actor: operatorActor, operatorId: admin.operatorId });
  await beginSecondFactor({ admin, now });
  const factor = await findSecondFactor(admin);
  if (factor.state !== "setup") throw new Error("the second factor has not begun");
  const app = new TOTP({ secret: factor.secret });
  const code = app.generate({ timestamp: now.getTime() });
  return { app, recoveryCodes: await confirmSecondFactor({ admin, code, now }) };
}
