import type { BrowserContext, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { gramTokens } from "#db/search/text.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, signIn, signInAtHome, test } from "./site.ts";

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("li[data-notification]");
const entry = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "メインナビゲーション" }).getByRole("link", { name, exact: true });

/** Adds milestone notifications for the member of `email` directly to the database, without publishing a change. */
function tell(server: RunningServer, email: string, ...plays: number[]): void {
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  // Required by the triggers of the search index.
  database.function("search_grams", { deterministic: true }, gramTokens);
  const track = database
    .prepare(
      `insert into tracks (user_id, title, script, filename, duration_ms, search_text, uploaded_at)
       select id, '月の話', 'A: 月', hex(randomblob(8)), 1000, '月', ? from users where email = ?`,
    )
    .run(Date.now(), email).lastInsertRowid;
  const add = database.prepare(
    `insert into notifications (user_id, type, track_id, cause, bundle, created_at)
     select id, 'milestone_' || @plays, @track, @plays || ' ' || @track, @plays || ' ' || @track, @now
     from users where email = @email`,
  );
  for (const count of plays) add.run({ plays: String(count), track, email, now: Date.now() });
  database.close();
}

/** A new member with these notifications, on the notifications page. */
async function told(page: Page, server: RunningServer, ...plays: number[]): Promise<string> {
  const email = await signIn(page);
  if (plays.length > 0) tell(server, email, ...plays);
  await page.goto("/notifications");
  return email;
}

/** Another member follows the member who is signed in in `context`. */
async function follow(context: BrowserContext, server: RunningServer, name: string): Promise<void> {
  const me = await (await context.request.get(`${server.origin}/api/auth/user`)).json();
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const other = await browser.newContext({ baseURL: server.origin });
  await signIn(other, name);
  expect((await other.request.post(`/api/users/${me.id}/follow`)).status()).toBe(200);
  await other.close();
}

/** Records every accessible name of the link to the notifications from now on. */
async function namesOfEntry(page: Page): Promise<() => Promise<string[]>> {
  const names = await entry(page, /^通知/).evaluateHandle((link) => {
    const nameOf = () => link.getAttribute("aria-label") ?? link.textContent;
    const seen = [nameOf()];
    new MutationObserver(() => {
      if (seen.at(-1) !== nameOf()) seen.push(nameOf());
    }).observe(link, { attributeFilter: ["aria-label"] });
    return seen;
  });
  return () => names.jsonValue();
}

test("what has been seen for two seconds is read, each once, and the number moves once", async ({
  page,
  context,
  server,
}) => {
  const reads: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/notifications/read")) reads.push(request.postDataJSON());
  });
  await told(page, server, 100, 500, 1000);
  const names = await namesOfEntry(page);
  await expect(rows(page)).toHaveText([/1,000回再生されました！/, /500回/, /100回/]);
  const ids = await rows(page).evaluateAll((all) =>
    all.map((row) => Number(row.getAttribute("data-notification"))),
  );
  await expect.poll(() => reads).toEqual([{ ids }]);
  await expect(rows(page).getByText("未読", { exact: true })).toHaveCount(0);
  await expect(entry(page, "通知")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "すべて既読にする" })).toBeHidden();
  // Events of the stream have arrived before this.
  await follow(context, server, "あおい");
  await expect(rows(page)).toHaveCount(4);
  expect((await names()).slice(0, 3)).toEqual(["通知、未読3件", "通知", "通知、未読1件"]);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(entry(page, "通知")).toBeVisible();
  await rows(page).last().getByRole("link").click();
  await expect(page).toHaveURL(/\/track\/\d+$/);
});

test("what has been seen is read though the page is left at once", { tag: "@release" }, async ({
  page,
  context,
  server,
}) => {
  const read = page.waitForRequest("**/api/notifications/read");
  await told(page, server, 100, 500, 1000, 5000);
  await expect(rows(page)).toHaveCount(4);
  await read;
  await page.close();
  const count = async () =>
    (await context.request.get(`${server.origin}/api/notifications/unread-count`)).json();
  await expect.poll(count).toEqual({ count: 0 });
});

test("all is read at once, and unread again when that did not succeed", { tag: "@release" }, async ({
  page,
  server,
}) => {
  // Nothing is marked read automatically meanwhile.
  await page.route("**/api/notifications/read", (route) => route.abort());
  await page.route("**/api/notifications/read-all", (route) => route.abort());
  await told(page, server, 100, 500);
  const button = main(page).getByRole("button", { name: "すべて既読にする" });
  await button.click();
  await expect(page.getByText("既読にできませんでした").first()).toBeVisible();
  await expect(entry(page, "通知、未読2件")).toBeVisible();
  await page.unroute("**/api/notifications/read-all");
  await button.click();
  await expect(entry(page, "通知")).toBeVisible();
  await expect(button).toBeHidden();
  await expect(page.getByRole("heading", { name: "通知", level: 1 }).locator("span")).toBeFocused();
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(entry(page, "通知")).toBeVisible();
});

test("what comes while pages are open shows on all of them, by one stream of the browser", async ({
  page,
  context,
  server,
}) => {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/notifications/stream")) streams.push(request.url());
  });
  await told(page, server);
  await expect(main(page).getByRole("heading", { name: "通知がありません" })).toBeVisible();
  const home = await context.newPage();
  await home.goto("/");
  await expect.poll(() => streams.length).toBe(1);
  // Rows are marked read after 2 s: here only once the other tab has shown them.
  const shown = Promise.withResolvers<void>();
  await page.route("**/api/notifications/read", async (route) => {
    await shown.promise;
    await route.continue();
  });
  await follow(context, server, "あおい");
  await expect(rows(page)).toHaveText([/あおいがあなたをフォローしました/]);
  await expect(rows(page).getByRole("link", { name: "あおい", exact: true })).toHaveAttribute(
    "href",
    /^\/.+/,
  );
  // The other tab gets the count, and then that it was read.
  await expect(entry(home, "通知、未読1件")).toBeVisible();
  const firstRead = page.waitForResponse("**/api/notifications/read");
  shown.resolve();
  await firstRead;
  await expect(entry(home, "通知")).toBeVisible();
  const read = page.waitForResponse("**/api/notifications/read");
  await follow(context, server, "みどり");
  await expect(rows(page)).toHaveText([/みどり他1人があなたをフォローしました/]);
  await expect(main(page).getByRole("status").filter({ hasText: "新しい通知：みどり" })).toHaveCount(1);
  expect(streams).toHaveLength(1);
  await read;
  await expect(entry(home, "通知")).toBeVisible();
  // The leading tab closes: the other one takes over.
  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await follow(context, server, "ゆかり");
  await expect(entry(home, "通知、未読1件")).toBeVisible();
});

test("without streams the number is asked for, and a known one is told by 304", { tag: "@release" }, async ({
  page,
  context,
  server,
}) => {
  await page.clock.install();
  await page.route("**/api/notifications/stream", (route) => route.abort());
  await signInAtHome(page);
  /** What the next question is answered with; the page asks every five seconds. */
  const nextStatus = async () => {
    const answer = page.waitForResponse("**/api/notifications/unread-count");
    await page.clock.fastForward(5000);
    return (await answer).status();
  };
  await expect.poll(nextStatus).toBe(304);
  await follow(context, server, "あおい");
  expect(await nextStatus()).toBe(200);
  await expect(entry(page, "通知、未読1件")).toBeVisible();
});

test("a page whose member has signed out elsewhere asks no more", { tag: "@release" }, async ({
  page,
  context,
  server,
}) => {
  await page.clock.install();
  await signIn(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const answered = (path: string, status: number) =>
    page.waitForResponse((response) => response.url().endsWith(path) && response.status() === status);
  const listening = answered("/api/notifications/stream", 200);
  await page.goto("/faq");
  await listening;
  // The stream may have been requested once more before, by milliseconds.
  const refused = answered("/api/notifications/unread-count", 401);
  expect((await context.request.post(`${server.origin}/api/auth/logout`)).status()).toBe(200);
  await refused;
  const ask = () => page.evaluate(async () => (await fetch("/health")).ok);
  // By then the page has processed the rejection.
  expect(await ask()).toBe(true);
  asked.length = 0;
  await page.clock.fastForward(10 * 60_000);
  expect(await ask()).toBe(true);
  expect(asked).toEqual(["/health"]);
});

test("the reload shortcut refreshes the list in its place; who leaves meanwhile is told of no failure", {
  tag: "@release",
}, async ({ page, server }) => {
  await page.clock.install();
  const email = await told(page, server, 100);
  await expect(rows(page)).toHaveCount(1);
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  tell(server, email, 500);
  await page.keyboard.press("F5");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator("body")).toHaveAttribute("data-same-page", "");

  await page.route(/\/notifications\.data/, () => {});
  const asked = page.waitForRequest(/\/notifications\.data/);
  await page.keyboard.press("F5");
  await asked;
  await rows(page).getByRole("link").first().click();
  await page.waitForURL(/\/track\//);
  await expect(page.getByRole("heading", { level: 1, name: "月の話" })).toBeVisible();
  const again: string[] = [];
  page.on("request", (request) => again.push(new URL(request.url()).pathname));
  for (let second = 0; second < 5; second++) await page.clock.runFor(1000);
  await expect(page.getByText("更新できませんでした")).toBeHidden();
  expect(again.filter((path) => path.endsWith(".data"))).toEqual([]);
});

test("a long list goes on while it is scrolled; what was read of it stays read: seen and come back to, and all at once", {
  tag: "@release",
}, async ({ page, context, server }) => {
  const reads: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/notifications/read")) reads.push(...request.postDataJSON().ids);
  });
  await told(page, server, ...Array.from({ length: 45 }, (_, n) => n + 1));
  const unread = (some = rows(page)) => some.getByText("未読", { exact: true });
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first()).toContainText("45回");
  await expect(page.locator("nav [data-badge='9+']")).toBeVisible();
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 3000);
  await expect(rows(page)).toHaveCount(45);
  await expect(rows(page).last()).toContainText("「月の話」が1回");
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(unread(rows(page).last())).toHaveCount(0);
  await rows(page).last().getByRole("link").click();
  await expect(page).toHaveURL(/\/track\/\d+$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(45);
  // At once, without another two seconds.
  expect(await unread(rows(page).last()).count()).toBe(0);
  expect(await unread().count()).toBeGreaterThan(0);

  await main(page).getByRole("button", { name: "すべて既読にする" }).click();
  await expect(entry(page, "通知")).toBeVisible();
  expect(await unread().count()).toBe(0);
  await follow(context, server, "あおい");
  await expect(entry(page, "通知、未読1件")).toBeVisible();
  await expect(rows(page)).toHaveCount(46);
  await expect(entry(page, "通知")).toBeVisible();
  expect(new Set(reads).size).toBe(reads.length);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  test("pulling down far enough refreshes the list, and less does not", { tag: "@release" }, async ({
    page,
    context,
    server,
  }) => {
    const email = await told(page, server, 100);
    await expect(rows(page)).toHaveCount(1);
    // A refresh that has begun stays in sight.
    const held = Promise.withResolvers<void>();
    await page.route(/\/notifications\.data/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const devtools = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y = 0) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: 180, y }],
      });
    const pull = async (by: number) => {
      await touch("touchStart", 250);
      for (let moved = 10; moved <= by; moved += 10) await touch("touchMove", 250 + moved);
    };
    await pull(100);
    await expect(page.getByText("引き下げて更新")).toBeVisible();
    await touch("touchEnd");
    await expect(page.getByText("引き下げて更新")).toBeHidden();
    expect(await page.getByText("更新しています").isVisible()).toBe(false);

    await pull(200);
    await expect(page.getByText("離すと更新します")).toBeVisible();
    await touch("touchEnd");
    await expect(page.getByText("更新しています")).toBeVisible();
    tell(server, email, 500);
    held.resolve();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText("更新しています")).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test("the page reads by its forms", async ({ page, server }) => {
    await told(page, server, 100, 500);
    await expect(entry(page, "通知、未読2件")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await rows(page)
      .first()
      .getByRole("button", { name: /^既読にする/ })
      .click();
    await expect(entry(page, "通知、未読1件")).toBeVisible();
    await expect(rows(page).first().getByText("未読", { exact: true })).toBeHidden();
    await main(page).getByRole("button", { name: "すべて既読にする" }).click();
    await expect(page.getByText("すべて既読にしました")).toBeVisible();
    await expect(entry(page, "通知")).toBeVisible();
    await page.getByRole("link", { name: "ホーム" }).first().click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("the page is accessible with what is unread and read", { tag: "@release" }, async ({
  page,
  context,
  server,
}) => {
  // Remains unread while it is visible.
  await page.route("**/api/notifications/read", (route) => route.abort());
  const email = await signIn(page);
  await follow(context, server, "あおい");
  await follow(context, server, "みどり");
  await context.request.post(`${server.origin}/api/notifications/read-all`);
  tell(server, email, 100);
  await page.goto("/notifications");
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, "notifications");
});
