import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, lengthen, signIn, siteFilledBy } from "../site.ts";

/** The usual site with four tracks of 60 s by @kanade. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  const titles = ["第一夜", "第二夜", "第三夜", "第四夜"];
  await addSoundingTracks({ dataDir, userId, titles, seconds: 60 });
});

const card = (page: Page) => page.getByRole("main").getByRole("region", { name: "今日の無限" });
const length = (page: Page, minutes: number) =>
  card(page).getByRole("button", { name: `${minutes}分`, exact: true });

test("a length that is chosen on home stays chosen there and on the page of 今日の無限", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/");
  await expect(length(page, 18)).toHaveAttribute("aria-pressed", "true");
  await length(page, 30).click();
  await expect(length(page, 30)).toHaveAttribute("aria-pressed", "true");
  await expect(length(page, 18)).toHaveAttribute("aria-pressed", "false");
  await expect(page).toHaveURL("/");
  await card(page).getByRole("link", { name: "今日の無限" }).click();
  await page.waitForURL("**/today");
  await expect(page.getByRole("button", { name: "30分" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "10分" }).click();
  await expect(page.getByRole("button", { name: "10分" })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\/today$/);
});

test("one press on home plays the day's tracks, in the order of their page", { tag: "@release" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/today");
  const titles = page.getByRole("list", { name: "今日の無限の音声" }).locator(".row-title");
  await expect(titles).toHaveCount(4);
  const [first = "", ...others] = await titles.allTextContents();
  await page.goto("/");
  await expectAccessible(page, "home with 今日の無限");
  await card(page).getByRole("button", { name: "「今日の無限」を再生" }).click();
  await expect(card(page).getByRole("button", { name: "「今日の無限」を一時停止" })).toBeVisible();
  const stage = page.getByRole("region", { name: "プレーヤー" });
  await expect(stage.getByRole("heading", { level: 2 })).toHaveText(first);
  await stage.getByRole("button", { name: "次の音声の一覧" }).click();
  const queue = page.getByRole("dialog", { name: "次の音声" }).getByRole("listitem");
  await expect(queue).toHaveText(others.map((title) => new RegExp(title)));
});

test("it goes on where the listener stopped: the seal appears as a track ends, and a press plays the next one, also without scripts", {
  tag: "@release",
}, async ({ page, browser }) => {
  await signIn(page);
  await page.goto("/today");
  const rows = page.getByRole("list", { name: "今日の無限の音声" }).getByRole("listitem");
  const title = await rows.nth(1).locator(".row-title").textContent();
  const play = (action: string) => page.getByRole("button", { name: `「今日の無限」を${action}` });
  const isReported = (seconds: number) =>
    page.waitForResponse((response) => {
      const request = response.request();
      const body =
        request.method() === "PUT" ? (request.postDataJSON() as { heard?: { position: number }[] }) : {};
      return body.heard?.some(({ position }) => position > seconds) ?? false;
    });
  // After three seconds it counts as heard.
  const isCounted = isReported(2);
  await play("再生").click();
  await isCounted;
  await expect(play("一時停止")).toBeVisible();
  await expect(rows.nth(0).locator(".row-sound")).toBeVisible();
  const isEnded = isReported(57);
  // The keys work once their script is there.
  await expect(async () => {
    await page.keyboard.press("l");
    await expect(rows.nth(0).getByRole("img", { name: "聴き終わり" })).toBeVisible({ timeout: 700 });
  }).toPass();
  await expect(rows.nth(0)).toContainText("聴き終えました");
  await expect(rows.nth(1).locator(".row-sound")).toBeVisible();
  await page.keyboard.press("k");
  await isEnded;
  await page.reload();
  await expect(rows.nth(0).getByRole("img", { name: "聴き終わり" })).toBeVisible();
  // An author's long name makes room for it.
  await rows.nth(0).locator(".row-author").evaluate(lengthen);
  const seal = await rows.nth(0).getByRole("img", { name: "聴き終わり" }).boundingBox();
  expect(seal?.width).toBeCloseTo(seal?.height ?? 0);
  await play("つづきから再生").click();
  await expect(rows.nth(1).locator(".row-sound")).toBeVisible();
  await page.keyboard.press("k");

  const storageState = await page.context().storageState();
  const plain = await browser.newContext({ storageState, javaScriptEnabled: false });
  const today = await plain.newPage();
  await today.goto(new URL("/today", page.url()).href);
  await expect(today.locator("noscript > p")).toHaveText(`つづきから再生：${title}`);
  await plain.close();
});
