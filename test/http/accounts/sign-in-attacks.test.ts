import http from "node:http";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import {
  begin,
  browser,
  failure,
  invite,
  joined,
  locationOf,
  newPerson,
  provider,
  server,
  signedInAs,
  signIn,
  visitProvider,
  withGoogleSignIn,
} from "../../servers/google-sign-in.ts";
import type { Person } from "../../servers/identity-provider.ts";
import { startServer } from "../../servers/server.ts";

withGoogleSignIn();

test("state and code work once, and only in the browser that began", async () => {
  const who = await joined();
  const visitor = browser();
  const callback = await visitProvider(visitor, who);
  // Login CSRF: a browser that began nothing, and one that began another sign-in.
  const stranger = browser();
  expect(locationOf(await stranger.get(callback))).toBe(failure("expired"));
  await begin(stranger);
  expect(locationOf(await stranger.get(callback))).toBe(failure("expired"));
  expect(await signedInAs(stranger)).toBeNull();
  // Neither spoiled it for the one who began.
  const cookies = new Headers(visitor.cookieHeaders());
  expect(locationOf(await visitor.get(callback))).toBe("/?from_auth=true");
  const replay = await fetch(server.origin + callback, { headers: cookies, redirect: "manual" });
  expect(locationOf(replay)).toBe(failure("expired"));
  expect(replay.headers.getSetCookie().join()).not.toContain("mugen_session=");
  // The used code under a fresh state of one's own.
  const thief = browser();
  const own = new URL(await provider.choose(await begin(thief), newPerson()));
  own.searchParams.set("code", new URL(callback, server.origin).searchParams.get("code") ?? "");
  expect(locationOf(await thief.get(own.pathname + own.search))).toBe(failure("code_expired"));
  expect(await signedInAs(thief)).toBeNull();
});

test.each([
  "",
  "?state=",
  "?state=made-up&code=x",
  "?code=x",
  "?error=access_denied",
  "?state=a&state=b&code=%00",
])("a callback with %j leads to the sign-in page", async (query) => {
  const visitor = browser();
  await begin(visitor);
  expect(locationOf(await visitor.get(`/api/auth/google/callback${query}`))).toBe(failure("expired"));
});

const now = () => Math.floor(Date.now() / 1000);
/** Another key's signature, under the header of the right one. */
const resigned = (idToken: string) => `${idToken.slice(0, idToken.lastIndexOf(".") + 1)}${"A".repeat(342)}`;
const unsigned = (idToken: string) => {
  const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  return `${header}.${idToken.split(".")[1]}.`;
};

test.each<[string, string, () => Person | "cancel"]>([
  ["of somebody who turns back", "cancelled", () => "cancel"],
  ["without an address", "email", () => newPerson({ email: undefined })],
  ["with an unconfirmed address", "email", () => newPerson({ email_verified: false })],
  ["for another client", "invalid_token", () => newPerson({ aud: "somebody-else" })],
  ["by another issuer", "invalid_token", () => newPerson({ iss: "https://evil.example" })],
  ["with another sign-in's nonce", "invalid_token", () => newPerson({ nonce: "another" })],
  ["without a nonce", "invalid_token", () => newPerson({ nonce: null })],
  ["by a clock that is late", "invalid_token", () => newPerson({ iat: now() - 7200, exp: now() - 3600 })],
  ["by a clock that is early", "invalid_token", () => newPerson({ iat: now() + 300, nbf: now() + 300 })],
  ["of an hour ago", "invalid_token", () => newPerson({ iat: now() - 3000 })],
])("an answer %s ends at %s", async (_name, reason, who) => {
  const visitor = browser();
  const query = { redirect: "/profile", invitation: await invite() };
  expect(await signIn(visitor, who(), query)).toBe(failure(reason, "/profile"));
  expect(await signedInAs(visitor)).toBeNull();
});

test("clocks may differ by half a minute", async () => {
  await joined({ iat: now() + 30, nbf: now() + 30 });
});

test("an ID token that the provider did not sign is not believed", async () => {
  const who = await joined();
  for (const tamper of [resigned, unsigned, () => "no token", () => undefined]) {
    provider.tamper = tamper;
    expect(await signIn(browser(), who)).toBe(failure("invalid_token"));
  }
});

test("a session that was planted before does not become the person's", async () => {
  const [attacker, victim] = [await joined(), await joined()];
  const planted = browser();
  await signIn(planted, attacker);
  const cookies = planted.cookieHeaders();
  expect(await signIn(planted, victim)).toBe("/?from_auth=true");
  expect(await signedInAs(planted)).toMatchObject({ email: victim.email });
  const old = await fetch(`${server.origin}/api/auth/user`, { headers: cookies });
  expect(old.status).toBe(401);
  // A made-up token is replaced too.
  const made = await fetch(server.origin + (await visitProvider(planted, victim)), {
    headers: { Cookie: `${planted.cookieHeaders().Cookie}; mugen_session=chosen-by-somebody` },
    redirect: "manual",
  });
  expect(made.headers.getSetCookie().join()).not.toContain("chosen-by-somebody");
  expect(await db.$count(sessions, eq(sessions.id, "chosen-by-somebody"))).toBe(0);
});

test("redirect= leads to no other site and to no call", async () => {
  const who = await joined();
  for (const target of [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "@evil.example",
    "/api/auth/logout",
    "/auth/google",
  ]) {
    expect(await signIn(browser(), who, { redirect: target }), target).toBe("/?from_auth=true");
    expect(await signIn(browser(), "cancel", { redirect: target }), target).toBe(failure("cancelled"));
  }
});

test("many sign-ins that nobody finished don't fill the browser's cookies", async () => {
  const visitor = browser();
  for (let tab = 0; tab < 12; tab++) await begin(visitor);
  expect(visitor.cookieHeaders().Cookie?.match(/mugen_google/g)).toHaveLength(4);
  const who = await joined();
  expect(await signIn(visitor, who)).toBe("/?from_auth=true");
  expect(visitor.cookieHeaders().Cookie?.match(/mugen_google/g)).toHaveLength(3);
});

test("the log tells reasons and request ids, and nothing of people, codes and states", async () => {
  const invitation = await invite();
  const who = newPerson({ email: "private@example.com", name: "秘密の名前" });
  const visitor = browser();
  const cancelled = await visitor.get(await visitProvider(visitor, "cancel", { invitation }));
  const callback = new URL(await visitProvider(visitor, who, { invitation }), server.origin);
  expect(locationOf(await visitor.get(callback.pathname + callback.search))).toBe("/?from_auth=true");
  provider.troubles = { token: { status: 503 } };
  await signIn(visitor, who);
  await expect.poll(() => server.output()).toContain('"reason":"unreachable"');
  const output = server.output();
  const requestId = `"requestId":"${cancelled.headers.get("X-Request-Id")}"`;
  const lines = output.split("\n").filter((line) => line.includes(requestId));
  expect(lines.join("\n")).toContain('"reason":"cancelled"');
  const { code, state } = Object.fromEntries(callback.searchParams);
  for (const secret of [who.email, who.name, `${who.sub}"`, invitation, "mugen-test-secret", code, state]) {
    expect(output).not.toContain(secret);
  }
});

test("what a callback URL claims is not logged as an error, and long return paths are not stored", async () => {
  const visitor = browser();
  const errors = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes('"level":50')).length;
  const before = errors();
  const callback = new URL(
    await visitProvider(visitor, newPerson(), { redirect: `/${"x".repeat(4000)}` }),
    server.origin,
  );
  callback.searchParams.set("error", "junk");
  const answer = await visitor.get(callback.pathname + callback.search);
  expect(locationOf(answer)).toBe(failure("failed"));
  const requestId = `"requestId":"${answer.headers.get("X-Request-Id")}"`;
  const logged = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes(requestId))
      .join("\n");
  await expect.poll(logged).toContain('"msg":"sign-in failed"');
  expect(logged()).toContain("the provider refused: junk");
  expect(errors()).toBe(before);
});

/** One request as no browser sends it; returns status and Location. */
function raw(origin: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; location: string; cookies: string[] }>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = http.request({ hostname, port, path, headers }, (response) => {
      response.resume();
      const { location = "", "set-cookie": cookies = [] } = response.headers;
      resolve({ status: response.statusCode ?? 0, location, cookies });
    });
    request.on("error", reject);
    request.end();
  });
}

test("without a public origin only this machine's names are answered", async () => {
  for (const path of ["/api/auth/google", "/", "/api/stream/1"]) {
    expect((await raw(server.origin, path, { Host: "evil.example" })).status, path).toBe(421);
  }
  const { location } = await raw(server.origin, "/api/auth/google", { "X-Forwarded-Host": "evil.example" });
  expect(location).not.toContain("evil");
});

test("with a public origin people come back there, whatever host a request names; new accounts may have to wait", async () => {
  const origin = "https://mugen.example";
  const behind = await startServer({
    dataDir: `${process.env.DATA_DIR}/behind`,
    env: { ...provider.settings, PUBLIC_ORIGIN: origin, TRUST_PROXY: "on", REGISTRATION_APPROVAL: "manual" },
    workers: 0,
  });
  try {
    const smuggled: Record<string, string>[] = [
      { Host: "evil.example" },
      { "X-Forwarded-Host": "evil.example" },
      { Forwarded: "host=evil.example;proto=http" },
      { "X-Forwarded-Proto": "http", "X-Original-Host": "evil.example" },
    ];
    for (const headers of smuggled) {
      const answer = await raw(behind.origin, "/api/auth/google", { Host: "mugen.example", ...headers });
      expect(new URL(answer.location).searchParams.get("redirect_uri"), JSON.stringify(headers)).toBe(
        `${origin}/api/auth/google/callback`,
      );
      for (const cookie of answer.cookies)
        expect(cookie).toMatch(/^__Host-mugen_google:.*; Secure; HttpOnly; SameSite=Lax$/);
    }
    expect((await raw(behind.origin, "http://evil.example/api/auth/google", {})).status).toBe(400);

    // Counted by the address that the proxy names.
    const beginFrom = (address: string) =>
      fetch(`${behind.origin}/api/auth/google`, {
        headers: { "X-Forwarded-For": address, Accept: "text/html" },
        redirect: "manual",
      });
    for (let n = 0; n < 300; n++) expect((await beginFrom("203.0.113.7")).status).toBe(302);
    const refused = await beginFrom("203.0.113.7");
    expect([refused.status, refused.headers.get("Content-Type")]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(400);
    expect((await beginFrom("203.0.113.8")).status).toBe(302);

    const code = /\/i\/(\S+)/.exec(behind.output())?.[1] ?? (await invite());
    const visitor = new Client(behind.origin);
    expect(await signIn(visitor, newPerson(), { invitation: code, redirect: "/profile" })).toBe(
      "/pending-approval",
    );
    expect((await visitor.get("/api/auth/user")).status).toBe(200);
  } finally {
    await behind.kill();
  }
});
