import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";
import { entry, follow, main, namesOfEntry, rows, tell, told } from "./notifications-page.ts";

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
