import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { db, primary } from "#db/client.ts";
import { adminSessions, auditLog } from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "#test/admin.ts";
import { adminPassword, adminPasswordHash } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { withDatabase } from "#test/database.ts";
import { withSettings } from "#test/settings.ts";
import { verifyAdmin } from "./admin-credentials.server.ts";
import { findAdminSession, signInAdmin } from "./admin-session.server.ts";
import { changePassword, WrongPassword } from "./change-password.server.ts";

withDatabase();
withCheapPasswords();
withSettings();

const newPassword = "もうひとつの夜のことばたち";

test("an operator changes the own password with the present one: other logins end, this one goes on", async () => {
  const { admin, token } = await addOperator({ name: "mugi", passwordAgeMs: 3_600_000 });
  const other = await signInAdmin({
    username: "mugi",
    password: adminPassword,
    rememberMe: true,
    deviceInfo: "",
  });
  const change = (currentPassword: string, typed = newPassword) =>
    changePassword({ admin, currentPassword, newPassword: typed });
  await expect(change(newPassword)).rejects.toThrow(WrongPassword);
  await expect(change(adminPassword, "mugi-2026-1127")).rejects.toThrow(Invalid);
  expect(await findAdminSession(other.token)).not.toBeNull();
  await change(adminPassword);
  expect(await findAdminSession(other.token)).toBeNull();
  const going = await findAdminSession(token);
  expect(going?.operatorId).toBe(admin.operatorId);
  expect(Date.now() - (going?.authenticatedAt.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await verifyAdmin({ username: "mugi", password: adminPassword })).toBeNull();
  expect(await verifyAdmin({ username: "mugi", password: newPassword })).not.toBeNull();
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(last).toMatchObject({
    action: "operator.password-change",
    actorName: "mugi",
    targetId: admin.operatorId,
    after: { endedSessions: 1 },
  });
  expect(await primary.$count(adminSessions)).toBe(1);
});

test("one that the settings name is changed there", async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: adminPasswordHash });
  const { admin } = await addAdminSession();
  await expect(changePassword({ admin, currentPassword: adminPassword, newPassword })).rejects.toThrow(
    Conflict,
  );
});
