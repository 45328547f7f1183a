import type { Page } from "@playwright/test";
import { expect } from "../site.ts";
import { dock, open, openScreen, pause, play, screen, scrollPastStage, stage, test } from "./player-site.ts";

const queue = (page: Page) => page.getByRole("dialog", { name: "次の音声" });
const menu = (page: Page) => page.getByRole("navigation", { name: "メニュー" });

// As the page itself sees its history: the browser's own list, which Playwright's `goBack` reads, may still miss an entry.
const back = (page: Page) => page.evaluate(() => history.back()).catch(unlessLeft);
const forward = (page: Page) => page.evaluate(() => history.forward()).catch(unlessLeft);

/** Another document may come before the old one has answered. */
function unlessLeft(error: unknown): void {
  if (!String(error).includes("Execution context was destroyed")) throw error;
}

/** From the search to home, to the end of its page, with sound. Returns the requests for loaders' data from then on. */
async function arrive(page: Page): Promise<string[]> {
  await open(page, "/search");
  await page.getByRole("link", { name: "ホーム" }).first().click();
  await stage(page).getByRole("button", play).click();
  await scrollPastStage(page);
  await expect(dock(page).getByRole("button", pause)).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => request.url().includes(".data") && loads.push(request.url()));
  return loads;
}

/** Nothing is open on home, and its entry is the present one. */
async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { name: "新着" })).toBeVisible();
  await expect(page.locator("dialog[open], [popover]:popover-open")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state.sheets ?? 0)).toBe(0);
}

/** One press leads from home to the search. */
async function expectSearchBehind(page: Page): Promise<void> {
  await back(page);
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
}

test("Back closes the full-screen player, a sheet over it, the menu and the guide to the installation, one by one, and moves nothing", async ({
  page,
}) => {
  const loads = await arrive(page);
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await openScreen(page);
  await screen(page).getByRole("button", { name: "次の音声の一覧" }).click();
  await expect(queue(page)).toBeVisible();
  await back(page);
  await expect(queue(page)).toBeHidden();
  await expect(screen(page)).toBeVisible();
  await back(page);
  await expectHome(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await menu(page).getByText("ヘルプとプライバシー").click();
  await expect(menu(page).getByRole("link", { name: "プライバシーポリシー" })).toBeVisible();
  await back(page);
  await expectHome(page);
  await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
  await expect(page.getByRole("dialog", { name: "ホーム画面に追加" })).toBeVisible();
  await back(page);
  await expectHome(page);
  // The way forward has nothing to show.
  await forward(page);
  await expectHome(page);
  expect(loads).toEqual([]);
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await expectSearchBehind(page);
  await forward(page);
  await expectHome(page);
  await expectSearchBehind(page);
});

test("what closes a sheet otherwise takes its entry away, also where another one opens in its place", {
  tag: "@release",
}, async ({ page }) => {
  const loads = await arrive(page);
  const length = await page.evaluate(() => history.length);
  const ways = [
    () => screen(page).getByRole("button", { name: "プレーヤーを閉じる" }).click(),
    () => page.keyboard.press("Escape"),
  ];
  for (const close of ways) {
    await openScreen(page);
    await close();
    await expectHome(page);
  }
  await openScreen(page);
  await screen(page).getByRole("button", { name: "次の音声の一覧" }).click();
  await expect(queue(page)).toBeVisible();
  // The page beside the sheet, at its very top.
  await page.mouse.click(180, 4);
  await expect(queue(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expectHome(page);
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await menu(page).getByRole("button", { name: "キーボードショートカット" }).click();
  await expect(page.getByRole("dialog", { name: "キーボードショートカット" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state.sheets)).toBe(1);
  await back(page);
  await expectHome(page);
  expect(loads).toEqual([]);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 2);
  await expectSearchBehind(page);
});

test("a link in a sheet leads on, and Back from there to the page without the sheet", {
  tag: "@release",
}, async ({ page }) => {
  await arrive(page);
  await openScreen(page);
  await screen(page).getByRole("button", { name: "次の音声の一覧" }).click();
  await expect(queue(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await screen(page).getByRole("link", { name: "台本" }).click();
  await page.waitForURL(/\/track\/6/);
  await expect(screen(page)).toBeHidden();
  await back(page);
  await expectHome(page);
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await menu(page).getByRole("link", { name: "プレイリスト" }).click();
  await page.waitForURL("**/playlists");
  await expect(menu(page)).toBeHidden();
  await back(page);
  await expectHome(page);
  // The link to the page itself.
  await scrollPastStage(page);
  await openScreen(page);
  await screen(page).getByRole("button", { name: "次の音声の一覧" }).click();
  await queue(page).getByRole("link", { name: "新着" }).click();
  await expectHome(page);
  await expectSearchBehind(page);
});

test("another document leads back to the page without its sheet, and a reload closes it", {
  tag: "@release",
}, async ({ page }) => {
  await arrive(page);
  await openScreen(page);
  await page.reload();
  await expectHome(page);
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await menu(page).getByRole("link", { name: "ログイン" }).click();
  await page.waitForURL(/\/sign-in/);
  await back(page);
  await expectHome(page);
  // Through the entry of the menu.
  await forward(page);
  await page.waitForURL(/\/sign-in/);
  await back(page);
  await expectHome(page);
  await expectSearchBehind(page);
});
