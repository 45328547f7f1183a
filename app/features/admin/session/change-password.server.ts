import { eq } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { adminSessions } from "#db/schema/index.ts";
import {
  credentialsFingerprint,
  endOtherSessions,
  hashOneByOne,
  storeHash,
  verifyAdmin,
} from "./admin-credentials.server.ts";
import { type AdminSession, actorOf, adminMessages } from "./admin-session.ts";
import { weaknessOf } from "./new-password.schema.ts";

/** Counts with the failed tries of the login. */
export class WrongPassword extends Invalid {
  constructor() {
    super({ currentPassword: [adminMessages.wrong] });
  }
}

/** Ends the operator's other logins. Throws `WrongPassword`, `Invalid`, and `Conflict` while the settings have the hash. */
export async function changePassword(options: {
  admin: AdminSession;
  currentPassword: string;
  newPassword: string;
}): Promise<void> {
  const { admin, currentPassword, newPassword } = options;
  const now = new Date();
  const before = await verifyAdmin({ username: admin.username, password: currentPassword });
  if (before?.operatorId !== admin.operatorId) throw new WrongPassword();
  if (before.isConfigured) throw new Conflict(adminMessages.passwordInSettings);
  const weakness = weaknessOf(newPassword, [admin.username]);
  if (weakness) throw new Invalid({ newPassword: [weakness] });
  const hash = await hashOneByOne(newPassword);
  await write(async (tx) => {
    if (!(await storeHash(tx, { hash, before }))) throw new Conflict(adminMessages.passwordChanged);
    const ended = await endOtherSessions(tx, admin);
    const credentials = credentialsFingerprint({ username: before.username, hash });
    await tx
      .update(adminSessions)
      .set({ credentials, authenticatedAt: now })
      .where(eq(adminSessions.id, admin.id));
    await recordAudit(tx, {
      actor: actorOf({ ...admin, authenticatedAt: now }),
      action: "operator.password-change",
      target: { type: "operator", id: admin.operatorId },
      after: { endedSessions: ended },
    });
  });
}
