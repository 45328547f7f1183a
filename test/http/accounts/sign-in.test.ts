import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { db, write } from "#db/client.ts";
import { invitations, sessions, signInAttempts, users } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import { addMember } from "../../database.ts";
import { PlainBrowser } from "../../plain-browser.ts";
import {
  accountOf,
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
import { IdentityProvider, type Person } from "../../servers/identity-provider.ts";
import { startServer } from "../../servers/server.ts";

withGoogleSignIn();
const dataDir = process.env.DATA_DIR ?? "";

test("a request to the provider carries state, PKCE and nonce, and asks for no more than it needs", async () => {
  for (const path of ["/api/auth/google", "/auth/google"]) {
    const url = new URL(locationOf(await browser().get(`${path}?redirect=/search`)));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "mugen-test",
      redirect_uri: `${server.origin}/api/auth/google/callback`,
      scope: "openid profile email",
      prompt: "select_account",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  }
});

test("a form may be redirected to the provider, and to no other site", async () => {
  const policy = (await browser().get("/sign-in")).headers.get("Content-Security-Policy");
  expect(policy).toContain(`form-action 'self' ${provider.issuer};`);
});

test("a sign-in leads back to the longest search that the site links to", async () => {
  const search = `/search?${new URLSearchParams({ search: "夜".repeat(100), category: "音".repeat(50) })}`;
  expect(search.length).toBeGreaterThan(1350);
  const who = newPerson();
  const visitor = browser();
  await visitor.get(`/i/${await invite()}`);
  expect(await signIn(visitor, who, { redirect: search })).toBe(search);
});

test("an invited person becomes a member and comes back to where they wanted", async () => {
  const { id: ownerId } = await addMember();
  const code = await invite(1, { ownerId });
  const who = newPerson({ picture: "https://lh3.googleusercontent.com/a/face" });
  const visitor = browser();
  await visitor.get(`/i/${code}`);
  expect(await signIn(visitor, who, { redirect: "/create-post-v2" })).toBe("/create-post-v2");
  const account = await accountOf(who);
  expect(await signedInAs(visitor)).toMatchObject({ id: account?.id, name: who.name, email: who.email });
  expect(account).toMatchObject({
    state: "approved",
    picture: who.picture,
    invitedWith: code,
    invitedById: ownerId,
  });
  // Next time without a code, by either callback, and home with its flag.
  const callback = await visitProvider(visitor, who);
  expect(locationOf(await visitor.get(callback.replace("/api/auth/", "/auth/")))).toBe("/?from_auth=true");
  expect((await accountOf(who))?.id).toBe(account?.id);
});

test("without scripts: from a member's screen to the provider and back there; who turns back finds a page with a way on", async () => {
  const who = await joined();
  provider.people = [who];
  const page = new PlainBrowser(browser());
  const hasSession = () => page.cookies.includes("mugen_session=");
  await page.open("/notifications");
  await page.main.follow("Googleでログイン");
  expect(page.address).toMatch(new RegExp(`^${provider.issuer}/`));
  await page.page.follow("キャンセル");
  expect(page.address).toBe("/sign-in?error=cancelled&redirect=%2Fnotifications");
  expect(page.page.part("alert").text).toContain("ログインを中止しました");
  expect(page.main.text).toContain("ログインすると、「通知」に進みます。");
  expect(hasSession()).toBe(false);
  await page.main.follow("Googleでログイン");
  await page.page.follow(`${who.name}`);
  expect([page.address, page.page.part("h1").text]).toEqual(["/notifications", "通知"]);
  expect(hasSession()).toBe(true);
  expect(page.cookies).not.toContain("mugen_google");
});

test("nobody gets in without an invitation or with one that can't be used", async () => {
  const usedUp = await invite(0);
  const inactive = await invite(1, { isActive: false });
  const expired = await invite(1, { expiresAt: new Date(0) });
  const who = newPerson();
  const visitor = browser();
  expect(await signIn(visitor, who)).toBe("/closed-beta");
  for (const code of [usedUp, inactive, expired, "made-up", "nul\0"]) {
    expect(await signIn(visitor, who, { invitation: code }), code).toBe("/invalid-invitation");
  }
  // The useless code was forgotten.
  expect(await signIn(visitor, who)).toBe("/closed-beta");
  expect(await accountOf(who)).toBeUndefined();
  expect(await signedInAs(visitor)).toBeNull();
});

test("of a hundred people with a one-use code one gets in", async () => {
  const code = await invite(1);
  const crowd = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const visitor = browser();
      const who = newPerson();
      return { visitor, who, callback: await visitProvider(visitor, who, { invitation: code }) };
    }),
  );
  const ends = await Promise.all(
    crowd.map(async ({ visitor, callback }) => locationOf(await visitor.get(callback))),
  );
  expect(ends.filter((end) => end === "/?from_auth=true")).toHaveLength(1);
  expect(ends.filter((end) => end === "/invalid-invitation")).toHaveLength(99);
  expect(await db.$count(users, eq(users.invitedWith, code))).toBe(1);
  const accounts = await Promise.all(crowd.map(({ who }) => accountOf(who)));
  expect(accounts.filter(Boolean)).toHaveLength(1);
});

test("one person who signs in for the first time from twenty devices at once is one account and one use", async () => {
  const code = await invite(5);
  const who = newPerson();
  const devices = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const visitor = browser();
      return { visitor, callback: await visitProvider(visitor, who, { invitation: code }) };
    }),
  );
  const ends = await Promise.all(
    devices.map(async ({ visitor, callback }) => locationOf(await visitor.get(callback))),
  );
  expect(new Set(ends)).toEqual(new Set(["/?from_auth=true"]));
  const [invitation] = await db.select().from(invitations).where(eq(invitations.code, code));
  expect(invitation?.usedCount).toBe(1);
});

test("a new address at Google is taken over; name and picture stay; the same address elsewhere is another person", async () => {
  const who = await joined();
  const before = await accountOf(who);
  const other = newPerson({ email: who.email });
  expect(await signIn(browser(), other)).toBe("/closed-beta");
  expect(await signIn(browser(), other, { invitation: await invite() })).toBe("/?from_auth=true");
  expect((await accountOf(other))?.id).not.toBe(before?.id);

  const changed = {
    ...who,
    email: "new-address@example.com",
    name: "別の名前",
    picture: "https://lh3.googleusercontent.com/b",
  };
  expect(await signIn(browser(), changed)).toBe("/?from_auth=true");
  expect(await accountOf(who)).toMatchObject({
    id: before?.id,
    email: "new-address@example.com",
    name: who.name,
    picture: null,
  });
});

test.each([
  ["denied", "/access-denied"],
  ["pending", "/pending-approval"],
] as const)("a %s account keeps its session and goes to %s", async (state, page) => {
  const who = await joined();
  await write((tx) => tx.update(users).set({ state }).where(eq(users.subject, who.sub)));
  const visitor = browser();
  expect(await signIn(visitor, who, { redirect: "/profile" })).toBe(page);
  expect(await signedInAs(visitor)).toMatchObject({ email: who.email });
});

test.each<[string, string, IdentityProvider["troubles"]]>([
  ["takes no connection", "unreachable", { token: "refuses connections" }],
  ["is out of order", "unreachable", { token: { status: 503 } }],
  ["never answers", "unreachable", { token: "never answers" }],
  ["does not know the code", "code_expired", { token: { status: 400, body: { error: "invalid_grant" } } }],
  ["does not know us", "failed", { token: { status: 401, body: { error: "invalid_client" } } }],
  ["speaks in riddles", "unreachable", { token: { status: 200, body: "riddle" } }],
])("a token endpoint that %s ends at %s, and the next try works", async (_name, reason, troubles) => {
  const who = await joined();
  const visitor = browser();
  provider.troubles = troubles;
  expect(await signIn(visitor, who, { redirect: "/search" })).toBe(failure(reason, "/search"));
  provider.troubles = {};
  expect(await signIn(visitor, who, { redirect: "/search" })).toBe("/search");
});

test("a failed sign-in keeps the invitation for the next try", async () => {
  const visitor = browser();
  expect(await signIn(visitor, "cancel", { invitation: await invite() })).toBe(failure("cancelled"));
  expect(await signIn(visitor, newPerson())).toBe("/?from_auth=true");
});

test("the premium page gets failures as its own codes", async () => {
  const who = await joined();
  const begins = { redirect: "premium", payment: "true" };
  expect(await signIn(browser(), who, begins)).toBe("/premium?payment=true");
  expect(await signIn(browser(), "cancel", begins)).toBe("/premium?error=login_failed&payment=true");
  expect(await signIn(browser(), "cancel", { redirect: "/premium" })).toBe("/premium?error=login_failed");
  provider.troubles = { token: { status: 400, body: { error: "invalid_grant" } } };
  expect(await signIn(browser(), who, begins)).toBe("/premium?error=token_failed&payment=true");
  provider.troubles = { token: { status: 500 } };
  expect(await signIn(browser(), who, begins)).toBe("/premium?error=server_error&payment=true");
  provider.troubles = {};
  const visitor = browser();
  const callback = await visitProvider(visitor, who, begins);
  await write((tx) => tx.update(signInAttempts).set({ expiresAt: new Date(0) }));
  expect(locationOf(await visitor.get(callback))).toBe("/premium?error=auth_failed&payment=true");
});

/** Makes all sign-ins of a person so many minutes old. */
async function ageSignIns(who: Person, minutes: number): Promise<void> {
  const account = await accountOf(who);
  const createdAt = new Date(Date.now() - minutes * 60_000);
  await write((tx) =>
    tx
      .update(sessions)
      .set({ createdAt })
      .where(eq(sessions.userId, account?.id ?? "")),
  );
}

test("all data, the other sessions and the account itself ask for a new sign-in after an hour", async () => {
  const who = await joined();
  const [visitor, other] = [browser(), browser()];
  await signIn(visitor, who);
  await signIn(other, who);
  const named = z.array(z.object({ id: z.string(), isCurrent: z.boolean() }));
  const listed = named.parse(await (await visitor.get("/api/auth/sessions")).json());
  const otherId = listed.find(({ isCurrent }) => !isCurrent)?.id;
  const calls = [
    ["GET", "/api/auth/export"],
    ["DELETE", `/api/auth/sessions/${otherId}`],
    ["DELETE", "/api/auth/sessions"],
    ["DELETE", "/api/auth/account"],
  ] as const;
  await ageSignIns(who, 59);
  expect((await visitor.get("/api/auth/export")).status).toBe(200);
  await ageSignIns(who, 61);
  for (const [method, path] of calls) {
    const answer = await visitor.send(method, path);
    expect(answer.status, path).toBe(403);
    expect(await answer.json(), path).toMatchObject({ code: "reauthentication_required" });
  }
  const again = (section: string) =>
    `/sign-in?${new URLSearchParams({ redirect: `/settings?resume=${section}#${section}`, reauthenticate: "1" })}`;
  const link = await visitor.get("/api/auth/export", { Accept: "text/html" });
  expect([link.status, locationOf(link)]).toEqual([303, again("export")]);
  for (const [fields, section] of [
    [{ intent: "delete-account", confirm: "削除" }, "deletion"],
    [{ intent: "end-all-sessions" }, "sessions"],
    [{ intent: "end-session", session: otherId ?? "" }, "sessions"],
  ] as const) {
    const answer = await visitor.form("/settings", fields);
    expect([answer.status, locationOf(answer)], fields.intent).toEqual([303, again(section)]);
  }
  for (const client of [visitor, other]) expect(await signedInAs(client)).not.toBeNull();

  // The page says who must sign in, its button asks the provider for a new sign-in, and the way leads back.
  const page = await (await visitor.get(again("deletion"))).text();
  expect(page).toContain(who.email);
  const [, href = ""] = /href="(\/api\/auth\/google\?[^"]+)"/.exec(page) ?? [];
  const asked = new URL(locationOf(await visitor.get(href.replaceAll("&amp;", "&"))));
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
  const back = new URL(await provider.choose(asked.href, who));
  const before = visitor.cookieHeaders();
  expect(locationOf(await visitor.get(back.pathname + back.search))).toBe(
    "/settings?resume=deletion#deletion",
  );
  expect((await fetch(`${server.origin}/api/auth/user`, { headers: before })).status).toBe(401);
  expect(await (await visitor.get("/settings?resume=deletion")).text()).toContain("ご本人を確認しました");
  const deleted = await visitor.form("/settings", { intent: "delete-account", confirm: "削除" });
  expect(deleted.headers.get("Location")).toBe("/settings");
  expect(await accountOf(who)).toBeUndefined();
  for (const event of ["signed_in", "reauthentication_required", "reauthenticated", "account_deleted"])
    await expect.poll(() => server.output()).toContain(`"event":"${event}"`);
});

test("another account, an old sign-in and one that was cancelled confirm nobody, and change nothing", async () => {
  const [who, another] = [await joined(), await joined()];
  const visitor = browser();
  await signIn(visitor, who);
  const query = { redirect: "/settings", reauthenticate: "1" };
  const failed = (error: string) =>
    `/sign-in?${new URLSearchParams({ redirect: "/settings", reauthenticate: "1", error })}`;
  for (const [choice, error] of [
    [another, "other_account"],
    [newPerson(), "other_account"],
    ["cancel", "cancelled"],
    [{ ...who, auth_time: Math.floor(Date.now() / 1000) - 3600 }, "not_reauthenticated"],
  ] as const) {
    expect(await signIn(visitor, choice, query), error).toBe(failed(error));
    expect(await signedInAs(visitor), error).toMatchObject({ email: who.email });
  }
  const page = await (await visitor.get(failed("other_account"))).text();
  expect(page).toContain("別のアカウントが選ばれました");
  const now = { ...who, auth_time: Math.floor(Date.now() / 1000) };
  expect(await signIn(visitor, now, query)).toBe("/settings");
  // An ordinary sign-in may use an earlier one at the provider.
  expect(await signIn(browser(), { ...who, auth_time: 1 })).toBe("/?from_auth=true");
});

test("a provider that can't be found is looked for again at the next try", async () => {
  const other = await IdentityProvider.start();
  other.troubles = { discovery: { status: 500 } };
  const lost = await startServer({
    dataDir: `${dataDir}/lost`,
    env: other.settings,
    workers: 0,
  });
  try {
    const visitor = new Client(lost.origin);
    expect(await begin(visitor, { redirect: "/search" })).toBe(failure("unreachable", "/search"));
    expect(await begin(visitor, { redirect: "premium" })).toBe("/premium?error=server_error");
    other.troubles = { keys: { status: 500 } };
    const back = new URL(await other.choose(await begin(visitor), newPerson()));
    expect(locationOf(await visitor.get(back.pathname + back.search))).toBe(failure("unreachable"));
    expect(other.lookUps).toBe(3);
  } finally {
    await lost.kill();
    await other.stop();
  }
});
