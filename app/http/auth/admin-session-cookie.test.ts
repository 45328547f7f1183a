import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SecondFactorNeeded } from "#app/features/admin/session/second-factor.server.ts";
import { LimitReached } from "#app/features/domain-error.ts";
import { db } from "#db/client.ts";
import { auditLog } from "#db/schema/index.ts";
import { addOperator, addSecondFactor } from "#test/admin.ts";
import { adminPassword } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { requestContext } from "../core/request-context.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";
import { signInToConsole } from "./admin-session-cookie.server.ts";

withDatabase();
withCheapPasswords();

test("codes of an operator's app are not guessed from many addresses; recovery codes and other operators go on", async () => {
  const { admin } = await addOperator({ name: "mugi" });
  // Its first code is used up.
  const { app, recoveryCodes } = await addSecondFactor(admin, new Date(Date.now() - 600_000));
  let tries = 0;
  const signIn = (username: string, code: string, password = adminPassword) => {
    const request = new Request("http://127.0.0.1/admin/login");
    const context = contextOf(request, { address: `10.1.0.${++tries}` }).get(requestContext);
    const typed = { username, password, code, rememberMe: false };
    return signInToConsole({ request, context, typed });
  };
  const right = app.generate();
  const wrong = right === "000000" ? "000001" : "000000";
  // Who does not have the password uses nothing up.
  await expect(signIn("mugi", wrong, "another password")).rejects.toThrow();
  for (let n = 0; n < rateLimits.adminCode.max; n++)
    await expect(signIn("mugi", wrong)).rejects.toThrow(SecondFactorNeeded);
  await expect(signIn("mugi", `${right.slice(0, 3)} ${right.slice(3)}`)).rejects.toThrow(LimitReached);
  const ofLast = and(eq(auditLog.action, "admin.sign-in-failed"), eq(auditLog.targetId, "other"));
  expect(await db.select({ after: auditLog.after }).from(auditLog).where(ofLast)).toHaveLength(1);
  await signIn("mugi", recoveryCodes[0] ?? "");
  const other = await addOperator({ name: "kome" });
  const { app: otherApp } = await addSecondFactor(other.admin, new Date(Date.now() - 600_000));
  await signIn("kome", otherApp.generate());
});
