import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, expectLoginPrompt, signIn, siteFilledBy } from "../site.ts";

const titles = ["第一夜", "第二夜", "第三夜"] as const;
const name = "眠る前に聴く";
const lists = { night: 0, empty: 0 };

const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ name: "夜野 ことは", customUserId: "kotoha" });
  const trackIds = await addSoundingTracks({ dataDir, userId, titles, seconds: 3 });
  lists.night = await addPlaylist({ userId, trackIds, name, category: "睡眠・瞑想" });
  lists.empty = await addPlaylist({ userId, trackIds: [], name: "からっぽ" });
});
const main = (page: Page) => page.getByRole("main");
const row = (page: Page, title: string) => main(page).getByRole("listitem").filter({ hasText: title });
const toast = (page: Page) => page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");
const button = (page: Page, label: string) => main(page).getByRole("button", { name: label });

test("a click plays a playlist track by track, shows the progress, and ends with the last", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`/playlists/${lists.night}`);
  await button(page, `「${name}」を再生`).click();
  for (const title of titles) {
    await expect(row(page, title).getByRole("progressbar")).toBeVisible();
    await expect(row(page, title).getByText(/0:0\d \/ 0:03/)).toBeVisible();
  }
  await expect(main(page).getByRole("progressbar")).toHaveCount(1);
  const player = page.getByRole("region", { name: "再生中の音声" });
  await expect(player.getByRole("button", { name: /第三夜.*を(再生|一時停止)/ })).toBeVisible();
  await expect(player.getByRole("slider", { name: "再生位置" })).toBeVisible();
  // After the last track another click starts with the first.
  await expect(button(page, `「${name}」を再生`)).toBeVisible();
  await expect(row(page, titles[2]).getByRole("link", { name: titles[2], exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await button(page, `「${name}」を再生`).click();
  await expect(row(page, titles[0]).getByRole("progressbar")).toBeVisible();
});

test("a visitor is asked to log in; a member follows, and lets go", { tag: "@release" }, async ({ page }) => {
  await page.goto(`/kotoha/playlist/${lists.night}`);
  await button(page, "フォローする").click();
  await expectLoginPrompt(page, `/kotoha/playlist/${lists.night}`);
  await signIn(page);
  await page.goto(`/kotoha/playlist/${lists.night}`);
  await expect(main(page).getByText("フォロワー 0人")).toBeVisible();
  await button(page, "フォローする").click();
  await expect(toast(page)).toHaveText("プレイリストをフォローしました");
  await expect(main(page).getByText("フォロワー 1人")).toBeVisible();
  await page.reload();
  await button(page, "フォロー解除").click();
  await expect(toast(page)).toHaveText("フォローを解除しました");
  await page.route("**/api/playlists/*/follow", (route) => route.abort());
  await button(page, "フォローする").click();
  await expect(toast(page)).toHaveText("操作に失敗しましたフォロー操作に失敗しました");
  await expect(main(page).getByText("フォロワー 0人")).toBeVisible();
  await page.unroute("**/api/playlists/*/follow");

  await test.step("the way back stays what it was when the page was opened", async () => {
    await page.goto(`/playlists/${lists.night}?from=profile`);
    const back = main(page).getByRole("link", { name: "マイページ" });
    await expect(back).toHaveAttribute("href", "/profile?tab=playlists");
    await page.goto(`/playlists/${lists.night}`, { referer: new URL("/profile", page.url()).href });
    await expect(back).toBeVisible();
    await button(page, "フォローする").click();
    await expect(toast(page)).toHaveText("プレイリストをフォローしました");
    await expect(back).toBeVisible();
    await button(page, "フォロー解除").click();
    await expect(toast(page)).toHaveText("フォローを解除しました");
  });
});

test("its address is copied even where the device has a share sheet; where nothing copies, it is shown", {
  tag: "@release",
}, async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = () => new Promise(() => undefined);
  });
  await page.goto(`/playlists/${lists.night}`);
  await button(page, "共有").click();
  await expect(main(page).getByText("コピーしました")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/kotoha/playlist/${lists.night}`,
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    document.execCommand = () => false;
  });
  await button(page, "共有").click();
  await expect(toast(page)).toContainText("手動でリンクをコピーしてください");
  await expect(toast(page)).toContainText(`${server.origin}/kotoha/playlist/${lists.night}`);
});

test("everybody can use it: 320 px, both themes, empty or not found", { tag: "@release" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [`/playlists/${lists.night}`, `/playlists/${lists.empty}`, "/playlists/999999"]) {
    await page.goto(path);
    await expectAccessible(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("tracks play, and following is a form", async ({ page }) => {
    await signIn(page);
    await page.goto(`/playlists/${lists.night}`);
    await expect(page.locator("audio")).toHaveCount(3);
    await expect(main(page).getByLabel("このプレイリストのアドレス")).toBeVisible();
    await button(page, "フォローする").click();
    await expect(main(page).getByText("プレイリストをフォローしました")).toBeVisible();
    await button(page, "フォロー解除").click();
    await expect(main(page).getByText("フォローを解除しました")).toBeVisible();
  });
});
