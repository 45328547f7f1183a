import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sampleText, writeScript } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

const analytics = "https://stats.example";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    env: { ANALYTICS_SCRIPT_URL: `${analytics}/js/script.js` },
  });
});
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);
const signedIn = (name: string) => Client.signedIn(server.origin, `${name}@example.com`);
const sessionsOf = async (client: Client) =>
  z
    .array(z.object({ id: z.string(), device: z.string(), isCurrent: z.boolean(), createdAt: z.string() }))
    .parse(await (await client.get("/api/auth/sessions")).json());
const status = async (client: Client) => (await client.get("/api/auth/user")).status;

test.each([
  ["GET", "/api/auth/sessions"],
  ["DELETE", "/api/auth/sessions"],
  ["DELETE", "/api/auth/sessions/abcdefghijklmnop"],
  ["GET", "/api/auth/export"],
  ["DELETE", "/api/auth/account"],
])("%s %s needs a member", async (method, path) => {
  const answer = await visitor().send(method, path);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: "not_authenticated" });
});

test("a member lists the own devices and logs out one, then all", async () => {
  const [here, there, stranger] = [await signedIn("two"), await signedIn("two"), await signedIn("one")];
  const listed = await sessionsOf(here);
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const other = listed[1]?.id ?? "";
  expect((await stranger.send("DELETE", `/api/auth/sessions/${other}`)).status).toBe(404);
  expect(await status(there)).toBe(200);
  expect((await here.send("DELETE", `/api/auth/sessions/${other}`)).status).toBe(200);
  expect(await status(there)).toBe(401);
  const again = await signedIn("two");
  const all = await again.form("/settings", { intent: "end-all-sessions" });
  expect(all.status).toBe(303);
  expect(all.headers.get("Location")).toBe("/");
  for (const client of [here, again]) expect(await status(client)).toBe(401);
  expect(await status(stranger)).toBe(200);
});

test("the export is a file with all of the member's data", async () => {
  const member = await signedIn("export");
  const { script } = await writeScript(member, sampleText);
  const answer = await member.get("/api/auth/export");
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="mugen-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(await answer.json()).toMatchObject({
    account: { email: "export@example.com" },
    sessions: [{ expiresAt: expect.any(String) }],
    creationTasks: [{ inputText: sampleText, script }],
  });
});

test("a consent by JSON is saved under an id from the server, and nobody reaches that of another by its id", async () => {
  const [member, other] = [await signedIn("consents"), await signedIn("guesses")];
  const answer = { id: "visit-of-a-member", cookieConsent: true, analyticsConsent: true };
  const idOf = async (client: Client, body: typeof answer) => {
    const saved = await client.send("POST", "/api/session", body);
    expect(saved.status).toBe(200);
    const { id, ...rest } = z.looseObject({ id: z.string() }).parse(await saved.json());
    expect({ ...rest, id: body.id }).toEqual(body);
    expect(saved.headers.getSetCookie().join()).toMatch(new RegExp(`mugen_consent=${id}\\.(all|essential);`));
    return id;
  };
  const id = await idOf(member, answer);
  expect(id).toMatch(/^[\w-]{22}$/);
  // By its own name the browser's answer changes; by any other a new visit begins.
  const changed = { ...answer, id, analyticsConsent: false };
  expect(await idOf(member, changed)).toBe(id);
  for (const client of [other, visitor()]) {
    expect(await idOf(client, answer)).not.toBe(answer.id);
    expect(await idOf(client, { ...changed, analyticsConsent: true })).not.toBe(id);
  }
  expect(await (await member.get("/api/auth/export")).json()).toMatchObject({ consents: [changed] });

  // A visitor in the same browser gets a visit of its own.
  await member.get("/api/auth/logout");
  const chosen = await member.form("/consent", { choice: "essential", redirect: "/search" });
  expect(chosen.status).toBe(303);
  expect(chosen.headers.get("Location")).toBe("/search");
  const cookie = chosen.headers.getSetCookie().join();
  expect(cookie).toMatch(/mugen_consent=[\w-]{22}\.essential;/);
  expect(cookie).not.toContain(id);
  // A name of somebody's own making is none.
  const forged = await visitor().fetch("/consent", {
    method: "POST",
    headers: { Cookie: "mugen_consent=chosen-by-somebody.all" },
    body: new URLSearchParams({ choice: "all" }),
  });
  expect(forged.headers.getSetCookie().join()).toMatch(/mugen_consent=[\w-]{22}\.all;/);
});

test.each([
  [{ cookieConsent: true, analyticsConsent: true }, "id"],
  [{ id: "short", cookieConsent: true, analyticsConsent: true }, "id"],
  [{ id: "x".repeat(65), cookieConsent: true, analyticsConsent: true }, "id"],
  [{ id: "with space", cookieConsent: true, analyticsConsent: true }, "id"],
  [{ id: "long-enough", cookieConsent: "yes", analyticsConsent: true }, "cookieConsent"],
  [{ id: "long-enough", cookieConsent: true }, "analyticsConsent"],
])("%j is no consent", async (body, field) => {
  const answer = await visitor().send("POST", "/api/session", body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { [field]: [expect.any(String)] } });
});

test("the banner is in the page until it is answered, and leads back to paths of this site only", async () => {
  const client = visitor();
  const hasBanner = async (path = "/") => (await (await client.get(path)).text()).includes("すべて許可");
  expect(await hasBanner()).toBe(true);
  expect(await hasBanner("/closed-beta")).toBe(false);
  const evil = await client.form("/consent", { choice: "all", redirect: "//evil.example" });
  expect(evil.headers.get("Location")).toBe("/");
  expect(await hasBanner()).toBe(false);
  expect((await client.form("/consent", { choice: "nonsense" })).status).toBe(400);
  await client.form("/consent", { choice: "ask" });
  expect(await hasBanner()).toBe(true);
});

test("without scripts the banner is a form, and the menu brings it back", async () => {
  const browser = new PlainBrowser(visitor());
  const banner = () => browser.page.parts("region", { name: "Cookieの設定" });
  await browser.open(`/search?${new URLSearchParams({ search: "夜" })}`);
  await banner()[0]?.press("詳細設定");
  browser.page.check(/アクセス解析/);
  await banner()[0]?.press("保存");
  expect(browser.address).toMatch(/^\/search\?search=/);
  expect(banner()).toEqual([]);
  expect(browser.cookies).toMatch(/mugen_consent=[\w-]{22}\.all/);
  await browser.open("/");
  await browser.page.press(/^メニュー/);
  await browser.page.part("navigation", { name: "メニュー" }).press("Cookieの設定");
  await banner()[0]?.press("必須のみ");
  expect(banner()).toEqual([]);
  expect(browser.cookies).toMatch(/mugen_consent=[\w-]{22}\.essential/);
});

test("pages may report to the analytics service unless that was refused", async () => {
  const client = visitor();
  const policy = async () => (await client.get("/")).headers.get("Content-Security-Policy") ?? "";
  const allowed = `connect-src 'self' ${analytics};`;
  expect(await policy()).toContain(allowed);
  await client.form("/consent", { choice: "custom" });
  expect(await policy()).not.toContain(analytics);
  await client.form("/consent", { choice: "custom", analytics: "on" });
  expect(await policy()).toContain(allowed);
  expect(await policy()).not.toMatch(new RegExp(`script-src[^;]*${analytics}`));
});

test("a sign-in leads to where it began, and says so on home", async () => {
  for (const [redirect, path] of [
    ["/", "/?from_auth=true"],
    ["/search?search=%E5%A4%9C", "/search?search=%E5%A4%9C"],
  ] as const) {
    const answer = await new Client(server.origin).form("/sign-in", {
      name: "夜",
      email: "begins@example.com",
      redirect,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
  }
});

test("those who wait or were denied have their data, their devices and the way out", async () => {
  const dataDir = `${process.env.DATA_DIR}/waiting`;
  const waiting = await startServer({ dataDir, env: { REGISTRATION_APPROVAL: "manual" }, workers: 0 });
  try {
    const client = new Client(waiting.origin);
    const signedIn = await client.form("/sign-in", { name: "待", email: "waits@example.com", redirect: "/" });
    expect(signedIn.headers.get("Location")).toBe("/pending-approval");
    const follow = await client.form("/somebody", { intent: "follow" });
    expect([follow.status, follow.headers.get("Location")]).toEqual([303, "/pending-approval"]);
    expect((await client.get("/api/auth/me")).status).toBe(403);
    expect(await (await client.get("/pending-approval")).text()).toContain('href="/settings"');
    const page = await (await client.get("/settings")).text();
    expect(page).toContain('action="/settings"');
    expect(page).toContain('href="/pending-approval"');
    // What only members set is not offered.
    expect(page).not.toContain("バックグラウンド再生");
    const old = await client.get("/profile/account?resume=export");
    expect([old.status, old.headers.get("Location")]).toEqual([302, "/settings?resume=export"]);
    expect(await (await client.get("/api/auth/export")).json()).toMatchObject({
      account: { email: "waits@example.com", state: "pending" },
    });
    expect(await sessionsOf(client)).toHaveLength(1);
    const left = await client.form("/settings", { intent: "delete-account", confirm: "削除" });
    expect(left.headers.get("Location")).toBe("/settings");
    expect(await status(client)).toBe(401);
  } finally {
    await waiting.kill();
  }
});
