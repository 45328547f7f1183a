import type { Page } from "@playwright/test";
import { z } from "zod";
import { agreements } from "#app/features/creation/creation.ts";
import { shortText } from "#test/api/journeys.ts";
import { addMember } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { agree } from "../creation/publish.ts";
import { expect, signIn, siteFilledBy, spokenMs } from "../site.ts";

/** The usual site with two pages of tracks. */
const test = siteFilledBy(async () => {
  const { id: userId } = await addMember();
  for (let n = 1; n <= 24; n++) await addTrack({ userId, title: `第${n}夜` });
});

const taskStates = z.array(z.object({ status: z.string() }));

/** Blocks all loader data, like a lost network. Returns the function that unblocks it. */
async function loseData(page: Page): Promise<() => Promise<void>> {
  const data = /\.data(\?|$)/;
  await page.route(data, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  return () => page.unroute(data);
}

test("a task that ends while offline does not break its page; the last steps are visible offline, and checked boxes stay", {
  tag: "@release",
}, async ({ page, context }) => {
  await signIn(page);
  await page.goto("/create-post");
  await page.getByLabel("本文").fill(shortText);
  await page.getByRole("button", { name: "台本を生成" }).click();
  await page.getByRole("button", { name: "音声を生成" }).click();
  await expect(page.getByText("通常1分〜2分程度かかります")).toBeVisible();
  const comeBack = await loseData(page);
  // Not by the page: what fails before the end says nothing of what the page does after it.
  const latestState = async () =>
    taskStates.parse(await (await page.request.get("/api/audio-tasks/user")).json())[0]?.status;
  await expect.poll(latestState, { timeout: spokenMs }).toBe("completed");
  // Twice: the page is told of the end once, could not load its data then, and tries again.
  for (let attempt = 0; attempt < 2; attempt++) {
    await page.waitForEvent("requestfailed", {
      predicate: (request) => request.url().includes("/create-post.data"),
      timeout: 60_000,
    });
    await expect(page.getByText("通常1分〜2分程度かかります")).toBeVisible();
  }
  await comeBack();
  const next = page.getByRole("link", { name: "最終投稿に進む" });
  await expect(next).toBeVisible();

  await context.setOffline(true);
  await next.click();
  await expect(page.getByRole("heading", { name: "最終投稿確認" })).toBeVisible();
  await page.getByRole("link", { name: "音声確認に戻る" }).click();
  await next.click();
  await agree(page);
  await page.getByRole("button", { name: "投稿する" }).click();
  await expect(page.getByText("ネットワークエラーが発生しました").first()).toBeVisible();
  for (const point of agreements) await expect(page.getByLabel(point)).toBeChecked();
  await context.setOffline(false);
  await page.getByRole("button", { name: "投稿する" }).click();
  await page.waitForURL(/\/track\/\d+\?published$/);
});

test("a page that could not be loaded shows an error, and loads when online", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await page.goto("/");
  const comeBack = await loseData(page);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { name: "接続できませんでした" })).toBeVisible();
  await comeBack();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "検索" })).toBeVisible();
});

/** Which loads scripts that other screens need too. */
const lastIdleScript = /\/assets\/toast-view-/;

test("without a network the page stays while another one's script is missing, and that is shown when it is back", {
  tag: "@release",
}, async ({ page, context }) => {
  const idle = page.waitForResponse(lastIdleScript);
  await page.goto("/");
  await idle;
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await context.setOffline(true);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByText("接続できませんでした")).toBeVisible();
  await expect(page.getByRole("main").getByText("第24夜").first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "検索" })).toBeVisible();
  await expect(page.getByText("接続できませんでした")).toHaveCount(0);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("a page that shares a script which failed without a network opens when it is back", {
  tag: "@release",
}, async ({ page, context }) => {
  const failed = page.waitForEvent("requestfailed", (request) => lastIdleScript.test(request.url()));
  await page.goto("/");
  await context.setOffline(true);
  await failed;
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByText("接続できませんでした")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "検索" })).toBeVisible();
});

test("a member signed out in another tab gets a message and keeps the text", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto("/create-post-v2");
  await page.getByLabel("本文").fill(shortText);
  const signOut = page.locator("form[action='/api/auth/logout']");
  await expect(signOut).toHaveCount(1);
  const other = await context.newPage();
  await other.goto("/profile");
  await other.getByRole("main").getByRole("button", { name: "ログアウト", exact: true }).click();
  await other.waitForURL((url) => url.pathname === "/");
  // As on coming back to this tab: the page asks again, and shows that nobody is signed in.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(signOut).toHaveCount(0);
  await page.getByRole("button", { name: "台本を生成" }).click();
  await expect(page.getByText("認証状態を確認できません").first()).toBeVisible();
  await expect(page.getByLabel("本文")).toHaveValue(shortText);
  // The page reloads after 3 s.
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
});

test("a proxy's error page keeps the list; the last page moves the focus to its first row", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/search?search=夜");
  const rows = page.getByRole("list", { name: "検索結果" }).getByRole("listitem");
  const more = page.getByRole("link", { name: "もっと見る" });
  await expect(rows).toHaveCount(20);
  const data = /\/search\.data/;
  await page.route(data, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  );
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("続きを読み込めませんでした");
  await expect(rows).toHaveCount(20);
  await page.unroute(data);
  await more.press("Enter");
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(24);
  await expect(more).toHaveCount(0);
  await expect(rows.nth(20).getByRole("link").first()).toBeFocused();
});
