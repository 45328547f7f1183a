import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  acceptOperatorLink,
  renewOperatorLink,
} from "#app/features/admin/operators/operator-verbs.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict, NotAuthenticated } from "#app/features/domain-error.ts";
import { db, primary } from "#db/client.ts";
import { adminSessions, auditLog, secondFactors } from "#db/schema/index.ts";
import { addAdminSession, addOperator, addSecondFactor } from "#test/admin.ts";
import { adminPassword } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { withDatabase } from "#test/database.ts";
import { findAdminSession, signInAdmin } from "./admin-session.server.ts";
import { actorOf } from "./admin-session.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  listSecondFactors,
  removeSecondFactor,
  SecondFactorNeeded,
} from "./second-factor.server.ts";

withDatabase();
withCheapPasswords();

const stepMs = 30_000;
const signInAs =
  (username: string) =>
  (o: { code?: string; password?: string; now?: Date } = {}) =>
    signInAdmin({ username, password: adminPassword, rememberMe: false, deviceInfo: "", ...o });

test("with a second factor nobody signs in without its code, and each code is good once", async () => {
  const { admin, token } = await addOperator({ name: "mugi" });
  const signIn = signInAs("mugi");
  const other = await signIn();
  const start = new Date("2026-11-28T00:00:10Z");
  const { app, recoveryCodes } = await addSecondFactor(admin, start);
  // Other logins ended with it, this one goes on.
  expect(await findAdminSession(other.token)).toBeNull();
  expect(await findAdminSession(token)).not.toBeNull();
  expect(await listSecondFactors()).toEqual(new Set([admin.operatorId]));

  const now = new Date(start.getTime() + 10 * stepMs);
  const codeAt = (steps: number) => app.generate({ timestamp: now.getTime() + steps * stepMs });
  await expect(signIn({ now })).rejects.toThrow(SecondFactorNeeded);
  for (const code of ["000000x", codeAt(-2), codeAt(2), "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"])
    await expect(signIn({ now, code }), code).rejects.toThrow(SecondFactorNeeded);
  // A wrong password is told nothing of a second factor.
  await expect(signIn({ now, password: "wrong" })).rejects.toThrow(NotAuthenticated);
  const twice = await Promise.allSettled([
    signIn({ now, code: codeAt(0) }),
    signIn({ now, code: codeAt(0) }),
  ]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  // The phone's clock may be half a minute fast; what is older than the last one is used up.
  await signIn({ now, code: `${codeAt(1).slice(0, 3)} ${codeAt(1).slice(3)}` });
  await expect(signIn({ now, code: codeAt(0) })).rejects.toThrow(SecondFactorNeeded);

  const [recovery = ""] = recoveryCodes;
  expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10]);
  await signIn({ now, code: recovery.toLowerCase().replaceAll("-", " ") });
  await expect(signIn({ now, code: recovery })).rejects.toThrow(SecondFactorNeeded);
  expect(await findSecondFactor(admin)).toEqual({ state: "on", remaining: 9 });
  const stored = JSON.stringify(await primary.select().from(secondFactors));
  for (const code of recoveryCodes) expect(stored).not.toContain(code);
});

test("it begins with the password and the app's first code, and an unconfirmed one asks for nothing", async () => {
  const stale = await addOperator({ name: "kome", passwordAgeMs: 3_600_000 });
  await expect(beginSecondFactor({ admin: stale.admin })).rejects.toThrow("パスワードをもう一度");
  const { admin } = await addAdminSession();
  await expect(confirmSecondFactor({ admin, code: "123456" })).rejects.toThrow(Conflict);
  await beginSecondFactor({ admin });
  const first = await findSecondFactor(admin);
  expect(first).toMatchObject({ state: "setup", uri: expect.stringContaining("otpauth://totp/Mugen") });
  await expect(confirmSecondFactor({ admin, code: "12345" })).rejects.toThrow(SecondFactorNeeded);
  // Begun again: another secret.
  await beginSecondFactor({ admin });
  expect(await findSecondFactor(admin)).not.toEqual(first);
  expect(await listSecondFactors()).not.toContain(admin.operatorId);
  await addSecondFactor(admin);
  await expect(beginSecondFactor({ admin })).rejects.toThrow(Conflict);
  const remove = (actor: Actor = actorOf(admin)) =>
    removeSecondFactor({ actor, operatorId: admin.operatorId });
  await expect(remove({ kind: "admin", name: admin.username, hasStalePassword: true })).rejects.toThrow(
    "パスワードをもう一度",
  );
  expect(await remove()).toBe(true);
  expect(await remove()).toBe(false);
  expect(await findSecondFactor(admin)).toEqual({ state: "off" });
  const rows = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2);
  expect(rows.map(({ action }) => action)).toEqual([
    "operator.second-factor-off",
    "operator.second-factor-on",
  ]);
});

test("who has lost phone and codes comes back by a new link of an administrator", async () => {
  const { admin } = await addOperator({ name: "awa" });
  await addSecondFactor(admin);
  const actor = actorOf((await addAdminSession()).admin);
  const { token } = await renewOperatorLink({ actor, operatorId: admin.operatorId });
  // The link alone changes nothing.
  await expect(signInAs("awa")()).rejects.toThrow(SecondFactorNeeded);
  const password = "もうひとつの夜のことばたち";
  await acceptOperatorLink({ token, password, deviceInfo: "" });
  await signInAs("awa")({ password });
  expect(await primary.$count(adminSessions)).toBeGreaterThan(0);
});
