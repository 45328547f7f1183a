import type { Locator, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { addMember } from "#test/database.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { openRowMenu } from "../row-menu.ts";
import { expect, signIn, siteFilledBy } from "../site.ts";

const titles = ["一番目の音声", "二番目の音声", "三番目の音声"];

/** The usual site with three tracks of 30 s by @kanade. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  await addSoundingTracks({ dataDir, userId, titles, seconds: 30 });
});

const dayMs = 24 * 60 * 60 * 1000;

/** A member who stopped track 1 at 0:12 today, and finished track 2 yesterday and track 3 a week ago. */
async function listener(page: Page, server: RunningServer): Promise<void> {
  const email = await signIn(page);
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  const add = database.prepare(
    `insert into listening_history (user_id, track_id, listened_at, position_ms)
     select id, ?, ?, ? from users where email = ?`,
  );
  for (const [track, ago, position] of [
    [1, 0, 12_000],
    [2, dayMs, 30_000],
    [3, 7 * dayMs, 0],
  ])
    add.run(track, Date.now() - Number(ago), position, email);
  database.close();
}

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("li[data-track]");
/** The entry of a row's menu, which it opens. */
async function remove(page: Page, title: string): Promise<Locator> {
  await openRowMenu(rows(page).filter({ hasText: title }));
  return page.getByRole("button", { name: `「${title}」を再生履歴から削除` });
}

test("tracks are grouped by day, resume where they were left, and can be removed", {
  tag: "@release",
}, async ({ page, server }) => {
  await listener(page, server);
  await page.goto("/");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page.getByRole("navigation", { name: "メニュー" }).getByRole("link", { name: "再生履歴" }).click();
  await page.waitForURL("**/history");
  await expect(page).toHaveTitle("再生履歴 | Mugen ∞");
  const days = main(page).getByRole("heading", { level: 2 });
  await expect(days).toHaveText(["今日", "昨日", /^\d{4}年\d+月\d+日\(.\)$/]);
  await expect(rows(page)).toHaveText([/一番目の音声/, /二番目の音声/, /三番目の音声/]);
  await expect(rows(page).first()).toContainText("0:12から続き");
  await expect(rows(page).nth(1)).not.toContainText("から続き");
  await expectAccessible(page, "history");

  await main(page).getByRole("button", { name: "「一番目の音声」を再生", exact: true }).click();
  const seek = page.getByRole("slider", { name: "再生位置" }).first();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThanOrEqual(12);
  await main(page).getByRole("button", { name: "「一番目の音声」を一時停止" }).click();

  // After a rejection it comes back.
  await page.route("**/api/user/listening-history/2", (route) => route.abort());
  await (await remove(page, "二番目の音声")).click();
  await expect(page.getByText("削除できませんでした。もう一度お試しください。").first()).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.unroute("**/api/user/listening-history/2");
  await (await remove(page, "二番目の音声")).focus();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("再生履歴から削除しました").first()).toBeVisible();
  await expect(page.locator("#history")).toBeFocused();

  await main(page).getByRole("link", { name: "すべて削除" }).click();
  const dialog = page.getByRole("dialog", { name: "再生履歴をすべて削除しますか？" });
  await dialog.getByRole("button", { name: "そのままにする" }).click();
  await expect(rows(page)).toHaveCount(2);
  await main(page).getByRole("link", { name: "すべて削除" }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "clear the history?");
  await dialog.getByRole("button", { name: "すべて削除する" }).click();
  await expect(main(page)).toContainText("再生履歴はまだありません");
  await expect(page.locator("#history")).toBeFocused();
  await page.reload();
  await expect(main(page)).toContainText("再生履歴はまだありません");
});

test("the question as a page of its own forgets this device's positions too", { tag: "@release" }, async ({
  page,
  server,
}) => {
  await listener(page, server);
  await page.goto("/history?ask=clear");
  await page.evaluate(() => localStorage.setItem("playback-positions", "[[1,12,1]]"));
  await page.getByRole("button", { name: "すべて削除する" }).click();
  await expect(main(page)).toContainText("再生履歴はまだありません");
  expect(await page.evaluate(() => localStorage.getItem("playback-positions"))).toBe("[]");
});

test("/audio-test shows each step of playback, and why it fails", { tag: "@release" }, async ({ page }) => {
  await signIn(page);
  await page.goto("/audio-test");
  const reading = (name: string) =>
    main(page)
      .getByRole("region", { name: "読み取り" })
      .locator("div", { has: page.locator("dt", { hasText: name }) })
      .locator("dd");
  await expect(page.getByLabel("音声の番号")).toHaveValue("3");
  await expect(reading("準備状態")).toContainText(/HAVE_(METADATA|CURRENT|FUTURE|ENOUGH)/);
  await expect(reading("エラー")).toHaveText("なし");
  await main(page)
    .locator("audio")
    .evaluate((audio) => (audio instanceof HTMLAudioElement ? audio.play() : undefined));
  await expect(reading("再生状態")).toHaveText("再生中");

  await page.getByLabel("外部サンプル").check();
  await page.getByRole("button", { name: "この音源で試す" }).click();
  await expect(page.getByRole("heading", { name: "外部サンプル" })).toBeVisible();
  await expect(reading("位置 / 長さ")).toContainText("0:08");
  await main(page)
    .locator("audio")
    .evaluate((audio) => {
      if (audio instanceof HTMLAudioElement) audio.currentTime = 6;
    });
  await expect(reading("位置 / 長さ")).toContainText("0:06");
  await expectAccessible(page, "audio test");

  await page.route("**/audio-sample.mp3", (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await expect(reading("エラー")).toContainText("4 MEDIA_ERR_SRC_NOT_SUPPORTED");
  await page.goto("/audio-test?source=internal&track=999999");
  await expect(page.getByLabel("音声の番号")).toHaveAccessibleDescription(/音声が見つかりません/);
});

test("the history of a visitor, and one where nothing has been heard, are accessible", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/history");
  await expectAccessible(page, "history of a visitor");
  await signIn(page);
  await page.goto("/history");
  await expectAccessible(page, "no history");
});
