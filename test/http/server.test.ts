import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sampleText } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { freePort } from "../databases/postgres.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

let server: RunningServer;
const dataDir = process.env.DATA_DIR ?? "";
const metricsPort = await freePort();
beforeAll(async () => {
  server = await startServer({ dataDir, env: { LOG_LEVEL: "info", METRICS_PORT: String(metricsPort) } });
});
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);

/** One request with headers that fetch would not send. */
function raw(path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(server.origin + path, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end();
  });
}

test("nobody else on the machine can read what is in the data folder", () => {
  const entries = [dataDir, ...readdirSync(dataDir).map((name) => path.join(dataDir, name))];
  expect(entries.filter((entry) => (statSync(entry).mode & 0o077) !== 0)).toEqual([]);
});

test("health tells the public that the server works, and nothing about it; ping answers", async () => {
  expect(await (await visitor().get("/health")).json()).toEqual({
    status: "ok",
    timestamp: expect.any(String),
  });
  expect((await visitor().get("/ping")).status).toBe(200);
});

test("the port of figures counts requests by class, names nobody, and says whether the server is ready", async () => {
  await visitor().get("/track/999999?from=somebody");
  await visitor().get("/api/tracks");
  const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(figures.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await figures.text();
  expect(text).toMatch(/^mugen_http_request_seconds_count\{class="page",status="4xx"\} [1-9]/m);
  expect(text).toMatch(/^mugen_http_request_seconds_count\{class="call",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^mugen_jobs\{queue="produce-preview",state="waiting"\} 0$/m);
  expect(text).toMatch(/^mugen_bytes\{what="database"\} [1-9]/m);
  expect(text).toMatch(/^mugen_oldest_waiting_seconds\{what="creation"\} 0$/m);
  expect(text).not.toMatch(/track\/|somebody/);
  // What the dashboard asks Prometheus for.
  const dashboard = readFileSync(path.join(import.meta.dirname, "../../docs/grafana-dashboard.json"), "utf8");
  const asked = new Set(dashboard.match(/\b(?:mugen|nodejs|process)_[a-z0-9_]+/g));
  expect(
    [...asked].filter((name) => !text.includes(`# TYPE ${name.replace(/_(?:bucket|count)$/, "")} `)),
  ).toEqual([]);
  expect(asked.size).toBeGreaterThan(8);
  const [ready, other] = await Promise.all(
    ["/ready", "/"].map((path) => fetch(`http://127.0.0.1:${metricsPort}${path}`)),
  );
  expect([ready?.status, other?.status]).toEqual([200, 404]);
  expect(ready?.headers.get("X-Content-Type-Options")).toBe("nosniff");
  // Not at the public address.
  expect((await visitor().get("/metrics")).status).toBe(404);
});

test.each(["/", "/api/tracks", "/api/nope", "/nope", "/track/999999"])(
  "%s carries the security headers",
  async (path) => {
    const { headers } = await visitor().get(path);
    const policy = headers.get("Content-Security-Policy") ?? "";
    // Only pages have scripts of their own.
    expect(policy).toMatch(
      path.startsWith("/api/") ? /script-src 'self';/ : /script-src 'self' 'nonce-[^']+';/,
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test.each(["/favicon.svg", "/sw.js", "/assets/missing-1.js", "/covers/nothing.svg"])(
  "%s, which is no page, may do nothing and be framed by nobody",
  async (path) => {
    const { headers } = await visitor().get(path);
    const policy = headers.get("Content-Security-Policy") ?? "";
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  },
);

/** Lines of the log with this text, when there is one. */
async function loggedLines(text: string): Promise<unknown[]> {
  const found = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes(text));
  await expect.poll(found).not.toEqual([]);
  return found().map((line): unknown => JSON.parse(line));
}

test("a page says where its policy is broken, and what browsers report there is a line in the log, up to a limit", async () => {
  const page = await visitor().get("/");
  expect(page.headers.get("Reporting-Endpoints")).toBe('default="/browser-reports"');
  expect(page.headers.get("Content-Security-Policy")).toMatch(
    /; report-uri \/browser-reports; report-to default$/,
  );
  const send = (type: string, body: string) =>
    visitor().fetch("/browser-reports", { method: "POST", headers: { "Content-Type": type }, body });
  const report = { "document-uri": `${server.origin}/report-page?q=1`, "effective-directive": "img-src" };
  const sent = await send("application/csp-report", JSON.stringify({ "csp-report": report }));
  expect([sent.status, await sent.text()]).toEqual([204, ""]);
  const body = { documentURL: `${server.origin}/other-report-page`, effectiveDirective: "font-src" };
  const reports = JSON.stringify([{ type: "csp-violation", url: "", body }]);
  expect((await send("application/reports+json", reports)).status).toBe(204);
  for (const [path, what] of [
    ["/report-page", "img-src"],
    ["/other-report-page", "font-src"],
  ])
    expect(await loggedLines(`"page":"${path}"`)).toMatchObject([
      { msg: "browser report", kind: "csp-violation", what, count: 1 },
    ]);
  expect((await send("text/plain", reports)).status).toBe(415);
  for (const unreadable of ["{", "[]x", "7"])
    expect((await send("application/csp-report", unreadable)).status, unreadable).toBe(400);
  expect((await send("application/csp-report", "x".repeat(70_000))).status).toBe(413);
  const statuses: number[] = [];
  for (let n = 0; n < 60; n++) statuses.push((await send("application/csp-report", "{}")).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await loggedLines("limit_reached"))[0]).toMatchObject({ event: "limit_reached" });
});

test("who may not do something is in the log by their account", async () => {
  const owner = await Client.signedIn(server.origin, "owner@example.com");
  const other = await Client.signedIn(server.origin, "other@example.com");
  const made = await owner.send("POST", "/api/playlists", { name: "夜", isPublic: true });
  const { id } = z.object({ id: z.number() }).parse(await made.json());
  const { id: userId } = z.object({ id: z.string() }).parse(await (await other.get("/api/auth/user")).json());
  const refused = await other.send("DELETE", `/api/playlists/${id}`);
  expect(refused.status).toBe(403);
  const requestId = refused.headers.get("X-Request-Id") ?? "no id";
  await expect
    .poll(() => server.output())
    .toMatch(new RegExp(`"requestId":"${requestId}","event":"permission_refused","userId":"${userId}"`));
});

test("security.txt says whom to tell of a hole, at an address that no member can have", async () => {
  const answer = await visitor().get("/.well-known/security.txt");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await answer.text()).toMatch(
    new RegExp(`^Contact: ${server.origin}/contact\nExpires: \\d{4}-\\d\\d-\\d\\dT00:00:00Z\n`),
  );
});

test("every inline script of a page carries the page's nonce, and no two pages share one", async () => {
  const nonces = [];
  for (let page = 0; page < 2; page++) {
    const response = await visitor().get("/");
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
    const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("no script stands before the first paint, and all that a page starts are there", async () => {
  const page = await (await visitor().get("/")).text();
  expect(page).not.toMatch(/<link[^>]* rel="modulepreload"|<script[^>]* src=/);
  const [, code = ""] = /<script[^>]* type="module" async>(.*?)<\/script>/s.exec(page) ?? [];
  expect(code).toMatch(/^await new Promise/);
  expect(code).not.toMatch(/^import /m);
  const scripts = new Set(code.match(/\/assets\/[^"]+\.js/g));
  expect(scripts.size).toBeGreaterThan(4);
  for (const script of scripts) expect((await visitor().get(script)).status, script).toBe(200);
});

test("hashed assets are precompressed and immutable; a missing one is no page", async () => {
  const page = await (await visitor().get("/")).text();
  const script = /\/assets\/react-[^"]+\.js/.exec(page)?.[0] ?? "";
  const found = await visitor().get(script, { "Accept-Encoding": "br" });
  expect(found.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(found.headers.get("Content-Encoding")).toBe("br");
  for (const path of [script, "/"]) {
    const plain = await visitor().get(path, { "Accept-Encoding": "br;q=0, gzip;q=0" });
    expect(plain.headers.get("Content-Encoding"), path).toBeNull();
  }
  // The first answer comes from its file, later ones from memory.
  const bytes = await found.bytes();
  for (let time = 0; time < 3; time++) {
    const again = await visitor().get(script, { "Accept-Encoding": "br" });
    expect(again.headers.get("ETag")).toBe(found.headers.get("ETag"));
    expect(again.headers.get("Content-Encoding")).toBe("br");
    expect(await again.bytes()).toEqual(bytes);
  }
  const missing = await visitor().get("/assets/missing-12345678.js");
  expect(missing.status).toBe(404);
  expect(missing.headers.get("Content-Type")).toMatch("text/plain");
});

test("an asset is sent whole, whatever part of it is asked for", async () => {
  for (const range of ["bytes=5-2", "bytes=-1", "bytes=9999999-", "bytes=0-9999999", "x"]) {
    const { status } = await visitor().get("/favicon.svg", { Range: range });
    expect(status, range).toBe(200);
  }
});

test.runIf(process.platform === "linux")("an asset that nobody waits for any more is closed", async () => {
  const page = await (await visitor().get("/")).text();
  const script = /\/assets\/react-[^"]+\.js/.exec(page)?.[0] ?? "";
  const { hostname, port } = new URL(server.origin);
  for (let download = 0; download < 20; download++) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, "data");
    socket.resetAndDestroy();
  }
  const open = () =>
    readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${server.pid}/fd/${fd}`).includes("/build/client/");
      } catch {
        return false;
      }
    });
  await expect.poll(open).toEqual([]);
});

test("a request that no URL can be made of is refused", async () => {
  expect(await raw("/", {}, "TRACE")).toBe(405);
  expect(await raw("/", { Host: "[" })).toBe(400);
  expect(await raw("/i/%E0%A4%A", {})).toBe(400);
});

test.each([
  ["/api/users/%ff/follow", "application/json"],
  ["/api/users/%ED%A0%80", "application/json"],
  ["/api/%", "application/json"],
  ["/%ff", "text/html; charset=utf-8"],
  ["/i/secret-code%", "text/html; charset=utf-8"],
])("%s can't be read: an answer like any other, and a line in the log", async (path, type) => {
  const answer = await visitor().get(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([400, type]);
  for (const name of ["Content-Security-Policy", "X-Content-Type-Options", "X-Request-Id"])
    expect(answer.headers.has(name), name).toBe(true);
  const text = await answer.text();
  if (type === "application/json")
    expect(JSON.parse(text)).toEqual({ error: "リクエストを読み取れませんでした", code: "invalid" });
  else for (const part of ['<a href="/"', " | Mugen ∞</title>"]) expect(text).toContain(part);
  const requestId = answer.headers.get("X-Request-Id") ?? "";
  await expect
    .poll(() =>
      server
        .output()
        .split("\n")
        .find((line) => line.includes(requestId)),
    )
    .toBeDefined();
  expect(server.output()).not.toContain("secret-code");
});

test.each([
  [{ "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "image" }, 200],
  [{ "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "document" }, 200],
  [{ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }, 200],
  [{ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" }, 200],
  [{ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch" }, 200],
  [{ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document" }, 401],
  [{ "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" }, 401],
  [{}, 401],
])("a GET of the logout with %j leaves the session at %d", async (headers, status) => {
  const client = await Client.signedIn(server.origin, "logout@example.com");
  const session = client.cookieHeaders();
  expect((await client.get("/api/auth/logout", headers)).headers.get("Location")).toBe("/");
  expect((await fetch(`${server.origin}/api/auth/user`, { headers: session })).status).toBe(status);
});

test.each([
  "Forwarded: for=203.0.113.7",
  "X-Forwarded-For: 203.0.113.7",
  "X-Forwarded-Proto: https",
  "X-Real-IP: 203.0.113.7",
  "Via: 1.1 caddy",
  "CF-Connecting-IP: 203.0.113.7",
  "Tailscale-User-Login: x",
  "Sec-Fetch-Site: same-origin\r\nReferer: https://mugen.example/sign-in",
  "HTTP/1.0",
])("what a proxy passes on (%s) does not reach a server with local sign-in", async (sign) => {
  const { hostname, port } = new URL(server.origin);
  for (const path of ["/", "/api/stream/1", "/api/listening-history", "/favicon.svg"]) {
    const socket = connect(Number(port), hostname);
    const [version, header] = sign === "HTTP/1.0" ? [sign, "Accept: */*"] : ["HTTP/1.1", sign];
    socket.write(`GET ${path} ${version}\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`);
    expect(await text(socket), path).toMatch(/^HTTP\/1.1 421 /);
  }
});

test("a page of another site can't post, to an API call nor to a form", async () => {
  const client = await Client.signedIn(server.origin, "csrf@example.com");
  for (const [name, value] of [
    ["Origin", "https://evil.example"],
    ["Origin", "null"],
    ["Sec-Fetch-Site", "cross-site"],
    ["Sec-Fetch-Site", "same-site"],
  ] as const) {
    for (const path of ["/api/auth/logout", "/theme", "/sign-in"]) {
      const response = await client.fetch(path, {
        method: "POST",
        headers: { [name]: value },
        body: new URLSearchParams(),
      });
      expect(response.status, `${name}: ${value} to ${path}`).toBe(403);
    }
  }
  expect((await client.get("/api/auth/user")).status).toBe(200);
  const own = await client.fetch("/theme", {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ theme: "dark" }),
  });
  expect(own.status).toBe(303);
});

test.each([
  ["system", "system", 2],
  ["dark", "dark", 1],
  ["sepia", "light", 1],
])("the theme %s is kept as %s and in the page's first byte", async (theme, kept, metas) => {
  const client = visitor();
  const headers = { Origin: server.origin };
  await client.fetch("/theme", { method: "POST", headers, body: new URLSearchParams({ theme }) });
  const html = await (await client.get("/search")).text();
  expect(html).toContain(`<html lang="ja" data-theme="${kept}"`);
  expect(html.match(/<meta name="theme-color"/g)).toHaveLength(metas);
});

test("a rebound host name does not reach a loopback server", async () => {
  expect(await raw("/", { Host: "evil.example" })).toBe(421);
});

test("bodies over the limit are refused, declared or not", async () => {
  const client = await Client.signedIn(server.origin, "large@example.com");
  const large = JSON.stringify({ inputText: "あ".repeat(300_000) });
  const headers = { "Content-Type": "application/json" };
  const declared = await client.fetch("/api/generate-script", { method: "POST", headers, body: large });
  expect(declared.status).toBe(413);
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers,
    body: new Blob([large]).stream(),
    duplex: "half",
  };
  expect((await client.fetch("/api/generate-script", init)).status).toBe(413);
  expect((await client.get("/api/auth/user")).status).toBe(200);
});

test("what anybody may send is small", async () => {
  const fields = new URLSearchParams(Array.from({ length: 5000 }, (_, n) => [`a${n}`, ""]));
  for (const path of ["/theme", "/consent", "/sign-in", "/sign-in.data", "/api/auth/logout"]) {
    const response = await visitor().fetch(path, { method: "POST", body: fields });
    expect(response.status, path).toBe(413);
  }
});

test("wrong methods get 405 with Allow, unknown calls 404 as JSON", async () => {
  for (const method of ["DELETE", "OPTIONS", "SEARCH", "PROPFIND", "M-SEARCH"]) {
    const wrong = await visitor().send(method, "/api/tracks");
    expect([wrong.status, wrong.headers.get("Allow")], method).toEqual([405, "GET, HEAD"]);
    expect(await wrong.json(), method).toEqual({ error: "この操作はできません", code: "method_not_allowed" });
  }
  for (const method of ["GET", "POST", "PROPFIND"]) {
    const unknown = await visitor().send(method, "/api/no/such/call");
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: "not_found" });
  }
});

test("the log names requests without people", async () => {
  const secret = `secret-${Date.now()}@example.com`;
  const client = await Client.signedIn(server.origin, secret, "ログに出ない名前");
  await client.send("POST", "/api/generate-script", { inputText: `${sampleText}ログに出ない本文` });
  for (const path of ["/i/", "/I/", "//i/"]) await visitor().get(`${path}SECRETCODE?x=ログに出ない問い`);
  expect(server.output()).toContain('"path":"/api/generate-script"');
  for (const personal of [secret, "ログに出ない", "SECRETCODE"])
    expect(server.output()).not.toContain(personal);
});

test("sign-in returns to paths of this site only, and log-out ends the session at once", async () => {
  const client = new Client(server.origin);
  const answer = await client.form("/sign-in", {
    name: "夜",
    email: "return@example.com",
    redirect: "//evil.example",
  });
  expect(answer.headers.get("Location")).toBe("/?from_auth=true");
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith("mugen_session="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  const user = await (await client.get("/api/auth/user")).json();
  expect(user).toMatchObject({ name: "夜", email: "return@example.com", isPremium: false });
  const token = /mugen_session=([^;]+)/.exec(cookie ?? "")?.[1] ?? "";
  expect((await client.get("/api/auth/logout")).status).toBe(302);
  const reused = await visitor().get("/api/auth/user", { Cookie: `mugen_session=${token}` });
  expect(reused.status).toBe(401);
  expect(await reused.json()).toEqual({ error: "ログインが必要です", code: "not_authenticated" });
});

test.skipIf(process.env.DATABASE_URL)(
  "a second start on the same data folder refuses with a message",
  async () => {
    const second = spawn(process.execPath, ["app/start.mjs"], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: "0", NODE_ENV: "production" },
    });
    let message = "";
    second.stderr.on("data", (chunk: Buffer) => (message += chunk));
    await once(second, "exit");
    expect(second.exitCode).toBe(1);
    expect(message).toContain("another Mugen server is using");
  },
);
