import { randomBytes } from "node:crypto";
import { sessionIdOfToken } from "#app/features/accounts/sessions/session.server.ts";
import { credentialsFingerprint } from "#app/features/admin/session/admin-credentials.server.ts";
import { type AdminSession, firstOperatorId } from "#app/features/admin/session/admin-session.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { write } from "#db/client.ts";
import { adminSessions } from "#db/schema/index.ts";
import { adminPasswordHash, adminUsername } from "./admin-password.ts";

/**
 * Adds a session of the admin to the open database, and returns the token of its cookie with it. No password is hashed and no
 * try is counted: a server takes five a minute. `passwordAgeMs`: how long ago the password was typed.
 */
export async function addAdminSession(
  o: { passwordAgeMs?: number; hash?: string | null; username?: string } = {},
): Promise<{ token: string; admin: AdminSession }> {
  const { passwordAgeMs = 0, hash = adminPasswordHash, username = adminUsername } = o;
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  const admin = {
    id: sessionIdOfToken(token),
    operatorId: firstOperatorId,
    username,
    createdAt: now,
    authenticatedAt: new Date(now.getTime() - passwordAgeMs),
  };
  await write((tx) =>
    tx.insert(adminSessions).values({
      ...admin,
      credentials: credentialsFingerprint({ username, hash }),
      lastActiveAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    }),
  );
  return { token, admin };
}

/** Somebody whose changes no database takes into the audit log: with them, nothing may change. */
export const unrecordableActor: Actor = JSON.parse('{ "kind": null }');
