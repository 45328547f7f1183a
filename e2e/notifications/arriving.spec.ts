import { expect, signIn, signInAtHome, test } from "../site.ts";
import { entry, follow, main, rows, tell, told } from "./notifications-page.ts";

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
