import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { hashPassword } from "#app/lib/password-hash.ts";
import { write } from "#db/client.ts";
import { adminSessions } from "#db/schema/index.ts";
import { storeAdminPasswordHash } from "./admin-credentials.server.ts";

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
