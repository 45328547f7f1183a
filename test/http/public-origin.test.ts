import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateLimitMessage } from "#app/features/domain-error.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

const dataDir = process.env.DATA_DIR ?? "";
const origin = "https://mugen.example";
/** Behind a proxy with TLS. */
let behind: RunningServer;
beforeAll(async () => {
  behind = await startServer({
    dataDir: `${dataDir}/behind`,
    env: { PUBLIC_ORIGIN: origin, TRUST_PROXY: "on", GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "x" },
    workers: 0,
  });
});
afterAll(() => behind.kill());

test.each([
  ["on an address that others can reach", { HOST: "0.0.0.0" }],
  ["under a public origin", { PUBLIC_ORIGIN: "https://mugen.example" }],
])("local sign-in is not offered %s: the start needs Google credentials", async (_, settings) => {
  const open = spawn(process.execPath, ["app/start.mjs"], {
    env: { ...process.env, DATA_DIR: `${dataDir}/open`, PORT: "0", NODE_ENV: "production", ...settings },
  });
  let message = "";
  open.stderr.on("data", (chunk: Buffer) => (message += chunk));
  await once(open, "exit");
  expect(open.exitCode).toBe(1);
  expect(message).toContain("GOOGLE_CLIENT_ID");
});

test("behind TLS the cookies are locked to the host, and only forms of the public origin are taken", async () => {
  const client = new Client(behind.origin);
  const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "mugen.example" };
  const theme = (from: string) =>
    client.fetch("/theme", {
      method: "POST",
      headers: { ...forwarded, Origin: from },
      body: new URLSearchParams({ theme: "dark" }),
    });
  expect((await theme(behind.origin)).status).toBe(403);
  const chosen = await theme(origin);
  expect(chosen.status).toBe(303);
  expect(chosen.headers.get("Strict-Transport-Security")).toContain("max-age=");
  for (const path of ["/favicon.svg", "/assets/missing-1.js"])
    expect((await client.get(path, forwarded)).headers.get("Strict-Transport-Security"), path).toBe(
      "max-age=31536000; includeSubDomains",
    );
  const invited = await client.get("/i/CODE", forwarded);
  for (const cookie of [...chosen.headers.getSetCookie(), ...invited.headers.getSetCookie()]) {
    expect(cookie).toMatch(/^__Host-mugen_\w+=.*; HttpOnly; SameSite=Lax; Secure$/);
  }
  expect(await (await client.get("/", forwarded)).text()).toContain('data-theme="dark"');
  expect((await client.form("/sign-in", { name: "n", email: "n@example.com" })).status).toBe(404);
});

test("answers to the banner are counted by address: words in JSON for calls, a page for people", async () => {
  const post = (path: string, body: string, headers: Record<string, string>) =>
    new Client(behind.origin).fetch(path, {
      method: "POST",
      headers: { ...headers, "X-Forwarded-For": "198.51.100.7" },
      body,
    });
  const answer = JSON.stringify({ id: "long-enough", cookieConsent: true, analyticsConsent: false });
  const send = () => post("/api/session", answer, { "Content-Type": "application/json" });
  for (let n = 0; n < 300; n++) expect((await send()).status).toBe(200);
  const call = await send();
  expect(call.status).toBe(429);
  expect(Number(call.headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect(await call.json()).toEqual({ error: rateLimitMessage, code: "limit_reached" });
  const page = await post("/consent", "choice=all", {
    "Content-Type": "application/x-www-form-urlencoded",
    Accept: "text/html",
  });
  expect([page.status, page.headers.get("Content-Type")]).toEqual([429, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain(rateLimitMessage);
});
