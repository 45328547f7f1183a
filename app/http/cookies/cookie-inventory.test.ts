import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#app/config/project-root.ts";
import { signInAttemptS } from "#app/features/accounts/sign-in/server/sign-in-attempts.server.ts";
import { adminSessionS } from "#app/features/admin/session/admin-session.ts";
import { cookieInventory } from "#app/features/support/articles/server/cookie-inventory.server.ts";
import { adminCookie } from "../auth/admin-session-cookie.server.ts";
import { passkeyCookie } from "../auth/passkey-sign-in.server.ts";
import { dismissedCookie } from "./announcement-cookie.ts";
import { backgroundPlayHeader } from "./background-play-cookie.ts";
import { colorSchemeCookie } from "./color-scheme-cookie.ts";
import { consentCookie, newVisitId } from "./consent-cookie.ts";
import { flashCookie } from "./flash-cookie.ts";
import { invitationCookie } from "./invitation-cookie.ts";
import { operatorPushCookie } from "./operator-push-cookie.ts";
import { pendingLikeCookie } from "./pending-like-cookie.ts";
import { recentWriteCookie } from "./recent-write-cookie.ts";

test("the privacy policy tells of every cookie that the program knows, and of no other", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((file) => !/\.test\./.test(file) && !file.endsWith("cookie-inventory.server.ts"))
    .map((file) => readFileSync(path.join(projectRoot, file), "utf8"))
    // Figures for monitoring have such names too.
    .filter((source) => !source.includes('from "prom-client"'));
  const named = sources.flatMap((source) =>
    [...source.matchAll(/\bname(?: =|:) "(mugen_[a-z_]+)"/g)].map(([, name]) => name ?? ""),
  );
  expect(
    cookieInventory.map(({ name }) => name).toSorted(),
    "app/features/support/articles/server/cookie-inventory.server.ts, and what the code names",
  ).toEqual(named.toSorted());
});

test("cookies live no longer than the privacy policy says", () => {
  const url = new URL("https://mugen.example/");
  const set = [
    colorSchemeCookie("dark", url),
    adminCookie("token", adminSessionS.remembered, url),
    passkeyCookie("token", url),
    operatorPushCookie("id", url),
    consentCookie({ id: newVisitId(), consent: "all" }, url),
    flashCookie("logged-out", url),
    invitationCookie("code", url),
    pendingLikeCookie(7, url),
    recentWriteCookie(url),
    dismissedCookie(new Request(url), url, 3),
    backgroundPlayHeader(true, url),
    `__Host-mugen_google=x; Max-Age=${signInAttemptS}`,
  ];
  for (const cookie of set) {
    const [, name = "", age = "0"] = /^__Host-(mugen_[a-z]+)=[^;]*(?:.*Max-Age=(\d+))?/.exec(cookie) ?? [];
    const told = cookieInventory.find((one) => one.name === name);
    expect([name, told?.seconds]).toEqual([name, Number(age)]);
  }
});
