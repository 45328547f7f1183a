import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { routesByLevel } from "#app/features/access/access-level.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase, db, openDatabase, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { adminPassword, adminUsername } from "../../admin-password.ts";
import { allRoutes } from "../../api/all-routes.ts";
import { Client } from "../../client.ts";
import { addMember } from "../../database.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

let server: RunningServer;
beforeAll(async () => {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  server = await startServer({ dataDir, workers: 0 });
  await openDatabase({ url, dataDir, migrate: false });
});
afterAll(async () => {
  await closeDatabase();
  await server.kill();
});

const visitor = () => new Client(server.origin);
const member = async () =>
  Client.withSession(server.origin, await startSession({ userId: (await addMember()).id, deviceInfo: "" }));
const admin = async () => Client.withAdminSession(server.origin, (await addAdminSession()).token);
const isSignedIn = async (client: Client) =>
  (await (await client.get("/api/admin/status")).json()).authenticated;
const right = { username: adminUsername, password: adminPassword };

test("name and password open the console, five tries a minute", async () => {
  const client = visitor();
  const login = (body: unknown) => client.send("POST", "/api/admin/login", body);
  const empty = await login({});
  expect([empty.status, await empty.json()]).toMatchObject([
    400,
    {
      fields: { username: ["ユーザー名を入力してください"], password: ["パスワードを入力してください"] },
    },
  ]);
  const wrong = await login({ ...right, password: "nein" });
  expect([wrong.status, await wrong.json(), wrong.headers.getSetCookie()]).toEqual([
    401,
    { error: "認証に失敗しました", code: "not_authenticated" },
    [],
  ]);
  const opened = await login({ ...right, rememberMe: true });
  expect([opened.status, await opened.json()]).toEqual([200, { success: true }]);
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^mugen_admin=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await isSignedIn(client)).toBe(true);
  // The form counts with the call; the right password is no better off.
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries++)
    statuses.push((await visitor().form("/admin/login?next=/admin/account", right)).status);
  expect(new Set(statuses)).toEqual(new Set([303, 429]));
  const refused = await login(right);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("the log-out ends the session itself: its cookie opens nothing any more, and a member stays signed in", async () => {
  const { token } = await addAdminSession();
  const client = await member();
  const both = { ...client.cookieHeaders() };
  both.Cookie += `; mugen_admin=${token}`;
  const ask = (path: string, method = "GET") =>
    fetch(server.origin + path, { method, headers: both, redirect: "manual" });
  // A member's log-out leaves the console alone.
  const mine = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  await mine.form("/sign-in", { name: "夜野", email: "both@example.com" });
  const out = await mine.send("POST", "/api/auth/logout");
  expect(out.headers.getSetCookie().join()).not.toContain("mugen_admin");
  expect(await isSignedIn(mine)).toBe(true);

  const ended = await ask("/api/admin/logout", "POST");
  expect([ended.status, ended.headers.get("Clear-Site-Data")]).toEqual([200, null]);
  expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^mugen_admin=; Path=\/; Max-Age=0;/)]);
  expect((await ask("/api/admin/logout", "POST")).status).toBe(401);
  expect(await (await ask("/admin/account")).text()).toContain('name="password"');
  expect((await ask("/api/auth/me")).status).toBe(200);
});

interface Documented {
  security: Record<string, unknown>[];
}

/** Every call that the admin alone may make, from the API's document. */
async function adminCalls(): Promise<{ method: string; path: string }[]> {
  const { paths } = await (await visitor().get("/api/openapi.json")).json();
  return Object.entries<Record<string, Documented>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length > 0 && security.every((one) => "admin" in one))
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, "1") })),
  );
}

test("no call of the console answers anybody else, whatever is sent, nor another site's page with the cookie", async () => {
  const calls = await adminCalls();
  expect(calls).toContainEqual({ method: "POST", path: "/api/admin/logout" });
  const [somebody, operator] = [await member(), await admin()];
  for (const { method, path } of calls) {
    for (const client of [visitor(), somebody]) {
      const refused = await client.fetch(path, {
        method,
        ...(method === "GET" ? {} : { body: "{", headers: { "Content-Type": "text/plain" } }),
      });
      expect([path, refused.status, await refused.json()]).toEqual([
        path,
        401,
        { error: "管理者認証が必要です。ログインしてください。", code: "not_authenticated" },
      ]);
    }
    if (method === "GET") continue;
    for (const header of [
      ["Origin", "https://evil.example"],
      ["Sec-Fetch-Site", "cross-site"],
    ] as const)
      expect([path, (await operator.fetch(path, { method, headers: [[...header]] })).status]).toEqual([
        path,
        403,
      ]);
    // As a link or a picture's address.
    expect([path, (await operator.get(path)).status]).not.toEqual([path, 500]);
  }
  expect(await isSignedIn(operator)).toBe(true);
});

test("every page of the console shows the login form to everybody else, and takes no form of theirs", async () => {
  const [somebody, operator] = [await member(), await admin()];
  const screens = new Set(allRoutes.filter(({ isScreen }) => isScreen).map(({ pattern }) => pattern));
  for (const pattern of routesByLevel.admin) {
    const path = pattern.replace(/:\w+|\*/g, "1");
    // The key of the page for a new password is its link.
    if (!screens.has(pattern) || pattern === "/admin/join") continue;
    for (const client of [visitor(), somebody]) {
      const page = await client.get(path);
      // A file is no page to show a form in.
      if (path.includes(".")) {
        expect([302, 401], path).toContain(page.status);
        continue;
      }
      const html = await page.text();
      expect([path, page.status, page.headers.get("X-Robots-Tag")]).toEqual([path, 200, "noindex, nofollow"]);
      expect(html, path).toContain('name="password"');
      // Nothing of the frame, and nothing of members' pages.
      for (const text of ["音声生成キュー", "メインナビゲーション", "consent-title"])
        expect(html, `${path} ${text}`).not.toContain(text);
      if (pattern === "/admin/login") continue;
      const posted = await client.form(path, { intent: "end-others" });
      expect([401, 405], path).toContain(posted.status);
    }
    const crossSite = await operator.fetch(path, {
      method: "POST",
      headers: { Origin: "https://evil.example" },
      body: new URLSearchParams({ intent: "sign-out" }),
    });
    expect([path, crossSite.status]).toEqual([path, 403]);
  }
  expect(await isSignedIn(operator)).toBe(true);
});

test("the menu of members' pages leads to the console where it is open, and only there", async () => {
  const home = async (client: Client) => (await client.get("/")).text();
  expect(await home(await admin())).toContain('href="/admin"');
  for (const client of [visitor(), await member(), Client.withAdminSession(server.origin, "made-up")])
    expect(await home(client)).not.toContain('href="/admin"');
  // Signed in to the console is not signed in as a member.
  expect((await (await admin()).get("/api/auth/me")).status).toBe(401);
});

test("tabs have addresses, the older ones too", async () => {
  const operator = await admin();
  for (const [query, path] of [
    ["tab=audio", "/admin/tracks"],
    ["tab=audio&sub=upload", "/admin/upload"],
    ["tab=audio&sub=generate", "/admin/generate"],
    ["tab=members", "/admin/members"],
    ["tab=themes", "/admin/themes"],
    ["tab=queue", "/admin/queue"],
    ["tab=monitoring", "/admin/monitoring"],
  ]) {
    const { status, headers } = await operator.get(`/admin?${query}`);
    expect([query, status, headers.get("Location")]).toEqual([query, 302, path]);
  }
  for (const query of ["tab=nonsense", "tab=toString"])
    expect((await operator.get(`/admin?${query}`)).status).toBe(200);
});

test("an announcement stands on every page until its reader closes it", async () => {
  const operator = await admin();
  const home = async (client: Client) => (await client.get("/")).text();
  const reader = visitor();
  expect(await home(reader)).not.toContain("お知らせ</p>");
  const said = { intent: "announce", text: "今夜は点検です", startsAt: "", endsAt: "" };
  expect((await operator.form("/admin/notices", said)).status).toBe(303);
  const shown = await home(reader);
  expect(shown).toContain("今夜は点検です");
  expect(await (await reader.get("/faq")).text()).toContain("今夜は点検です");
  const id = /action="\/announcement"><input type="hidden" name="id" value="(\d+)"/.exec(shown)?.[1] ?? "";
  const closed = await reader.form("/announcement", { id, redirect: "/faq?x=1" });
  expect([closed.status, closed.headers.get("Location")]).toEqual([303, "/faq?x=1"]);
  expect(await home(reader)).not.toContain("今夜は点検です");
  expect(await home(visitor())).toContain("今夜は点検です");
  await operator.form("/admin/notices", { intent: "end", id });
  expect(await home(visitor())).not.toContain("今夜は点検です");
});

test("a letter's link stops letters by a press, and a mailbox by itself: without a sign-in, cookie or redirect", async () => {
  const [{ id: byHand }, { id: byMailbox }] = [await addMember(), await addMember()];
  const token = (letter: string) => letter.repeat(32);
  const wants = async (id: string) =>
    (await db.select().from(users).where(eq(users.id, id))).map(({ emailsNews }) => emailsNews);
  await write(async (tx) => {
    await tx
      .update(users)
      .set({ newsToken: token("a") })
      .where(eq(users.id, byHand));
    await tx
      .update(users)
      .set({ newsToken: token("b") })
      .where(eq(users.id, byMailbox));
  });
  const page = await visitor().get(`/unsubscribe/${token("a")}`);
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([
    200,
    expect.stringMatching(/no-store|private/),
  ]);
  expect(await page.text()).toContain("お知らせのメールを止める");
  expect(await wants(byHand)).toEqual([true]);
  const pressed = await visitor().form(`/unsubscribe/${token("a")}`, {});
  expect([pressed.status, (await pressed.text()).includes("お知らせのメールを止めました")]).toEqual([
    200,
    true,
  ]);
  expect(await wants(byHand)).toEqual([false]);

  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  for (const sent of [body, new URLSearchParams([["List-Unsubscribe", "One-Click"]])]) {
    const posted = await fetch(`${server.origin}/unsubscribe/${token("b")}`, {
      method: "POST",
      body: sent,
      redirect: "manual",
    });
    expect(posted.status).toBe(200);
    expect(await wants(byMailbox)).toEqual([false]);
  }
  expect((await visitor().form(`/unsubscribe/${token("c")}`, {})).status).toBe(404);
});

test("during a maintenance people listen, lose nothing that they send, and operators go on", async () => {
  const [operator, listener] = [await admin(), await member()];
  const begin = { intent: "start-maintenance", until: "2036-11-28T05:00", note: "" };
  expect((await operator.form("/admin/notices", begin)).status).toBe(303);
  expect(await (await visitor().get("/")).text()).toContain("2036/11/28 5:00ごろまでの予定です");
  const message = { name: "夜野", email: "yoru@example.com", subject: "声", message: "消えない言葉" };
  const refused = await listener.form("/contact", message);
  const page = await refused.text();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "300"]);
  for (const text of ["ただいまメンテナンス中です（2036/11/28 5:00ごろまで）", "消えない言葉"])
    expect(page).toContain(text);
  const call = await listener.send("POST", "/api/playlists", { name: "夜" });
  expect([call.status, (await call.json()).code]).toEqual([503, "unavailable"]);
  const heard = { progressPercent: 10, durationMs: 1000, trackId: 1 };
  expect((await listener.send("POST", "/api/listening-history", heard)).status).not.toBe(503);
  expect((await listener.get("/playlists")).status).toBe(200);
  expect((await operator.form("/admin/notices", { intent: "end-maintenance" })).status).toBe(303);
  expect((await listener.send("POST", "/api/playlists", { name: "夜" })).status).toBeLessThan(300);
});
