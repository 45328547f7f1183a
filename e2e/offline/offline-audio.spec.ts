import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn } from "../site.ts";
import {
  cacheNames,
  download,
  downloadedButton,
  enter,
  expectPlaying,
  filled,
  main,
  open,
  reopenOffline,
  rewriteLicense,
  row,
  seek,
  test,
  titles,
} from "./offline-audio-site.ts";

test.use({ serviceWorkers: "allow" });

test("a downloaded track plays and seeks in an app that is opened offline, where the member stays a premium one until the license expires", {
  tag: "@release",
}, async ({ page, context }) => {
  await enter(page);
  await download(page, 0);
  // A link leads to the list without a network.
  await page.goto("/");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await context.setOffline(true);
  await page.getByRole("link", { name: "オフライン保存" }).click();
  await expect(page).toHaveURL("/offline-audio");
  await expect(row(page, titles[0])).toBeVisible();

  await reopenOffline(page, context);
  await expect(page.getByText("1件・")).toBeVisible();
  await row(page, titles[0])
    .getByRole("button", { name: `「${titles[0]}」を再生` })
    .click();
  await expectPlaying(page, { from: 0, source: "/api/offline/" });
  await page.keyboard.press("Escape");
  await seek(page, 50);
  await expectPlaying(page, { from: 50, source: "/api/offline/" });
  await seek(page, 20);
  await expectPlaying(page, { from: 20, source: "/api/offline/" });
  await expectAccessible(page, "the offline page with a downloaded track");

  await expect(page.getByText("プレミアム", { exact: true })).toBeVisible();
  const dock = page.getByRole("region", { name: "再生中の音声" });
  const player = page.getByRole("dialog", { name: "プレーヤー" });
  const speed = player.getByRole("button", { name: /^再生速度/ });
  const heart = dock.getByRole("button", { name: /いいね/ });
  await heart.click();
  await expect(page.getByText("「いいね」は、つながったときに送ります。").last()).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await dock.getByTitle("プレーヤーを開く").click();
  await speed.click();
  await page.getByRole("dialog", { name: "再生速度" }).getByRole("button", { name: "2倍" }).click();
  await expect(speed).toHaveAccessibleName(/ 2倍/);
  await page.keyboard.press("Escape");
  await player.getByTitle("プレイリストに追加").click();
  await expect(page.getByRole("dialog", { name: "プレイリストに追加" })).toContainText(
    "プレイリストを読み込めませんでした。接続を確認して、もう一度お試しください。",
  );
  for (let n = 0; n < 2; n++) await page.keyboard.press("Escape");
  // An address that is opened meanwhile is overtaken by the sheets' way back to their page.
  await expect.poll(() => page.evaluate(() => history.state?.sheets ?? 0)).toBe(0);
  // The list's own address leads here too.
  await page.goto("/offline-audio");
  await expect(page).toHaveURL("/offline");
  await expect(row(page, titles[0])).toBeVisible();
  await row(page, titles[0])
    .getByRole("button", { name: `「${titles[0]}」を再生` })
    .click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await dock.getByTitle("プレーヤーを開く").click();
  await expect(speed).toHaveAccessibleName(/ 2倍/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "ログイン" })).toHaveCount(0);

  await row(page, titles[0])
    .getByRole("button", { name: `「${titles[0]}」を端末から削除` })
    .click();
  await expect(page.getByRole("heading", { name: "保存した音声はありません" })).toBeVisible();

  const isLiked = async () =>
    (await (await page.request.get(`/api/likes/check/${filled.tracks[0]}`)).json()).isLiked;
  await context.setOffline(false);
  expect(await isLiked()).toBe(false);
  await page.goto("/");
  await expect.poll(isLiked).toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("queued-likes"))).toBeNull();
  await page.request.delete(`/api/likes/${filled.tracks[0]}`);

  await test.step("an expired license is explained, and renewed online", async () => {
    await download(page, 0);
    await rewriteLicense(page, { days: 8, validUntil: Date.now() - 86_400_000 });
    await reopenOffline(page, context);
    await expect(page.getByText("7日以上オンラインで確認できていないため")).toBeVisible();
    await expect(row(page, titles[0]).getByRole("button", { name: /再生/ })).toHaveCount(0);
    await expectAccessible(page, "downloads with an expired license");
    // What the server says was played is shown before the page knows its connection: it goes home all the same.
    await page.route("/ping", (ping) => ping.abort());
    await context.setOffline(false);
    await expect(dock).toBeVisible();
    await page.unroute("/ping");
    await expect(page).toHaveURL("/");
    await page.goto("/offline-audio");
    await expect(row(page, titles[0]).getByRole("button", { name: /を再生/ })).toBeVisible();
    await rewriteLicense(page, { days: 0, validUntil: null });
    await reopenOffline(page, context);
    await expect(page.getByText("プレミアム会員ではなくなったため")).toBeVisible();
  });
});

test("a track that is downloaded while it plays continues offline", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await enter(page);
  await open(page, 1);
  await main(page)
    .getByRole("button", { name: `「${titles[1]}」を再生` })
    .click();
  await expectPlaying(page, { from: 0, source: "/api/stream/" });
  await main(page).getByRole("button", { name: "オフライン保存" }).click();
  await expect(downloadedButton(page, titles[1])).toBeVisible();
  await context.setOffline(true);
  await seek(page, 55);
  await expectPlaying(page, { from: 55, source: "/api/" });
  await main(page)
    .getByRole("button", { name: `「${titles[1]}」を一時停止` })
    .click();
  await main(page)
    .getByRole("button", { name: `「${titles[1]}」を再生` })
    .click();
  await seek(page, 10);
  await expectPlaying(page, { from: 10, source: "/api/offline/" });
  await context.setOffline(false);
  await downloadedButton(page, titles[1]).click();
  await expect(main(page).getByRole("button", { name: "オフライン保存" })).toBeVisible();
  await seek(page, 30);
  await expectPlaying(page, { from: 30, source: "/api/" });
});

test("a whole playlist is downloaded, and what is added to it; downloads are listed and deleted, when signing out too", {
  tag: "@release",
}, async ({ page }) => {
  await enter(page);
  await page.goto(`/playlists/${filled.playlist}`);
  await main(page).getByRole("button", { name: "オフライン保存" }).click();
  await main(page).getByRole("link", { name: "保存済み。オフライン保存の一覧を見る" }).click();
  await expect(page).toHaveURL("/offline-audio");
  for (const title of titles) await expect(row(page, title)).toBeVisible();
  await expect(page.getByText(/3件・1\.\dMB/)).toBeVisible();
  await expectAccessible(page, "downloads");
  await row(page, titles[2])
    .getByRole("button", { name: `「${titles[2]}」を再生` })
    .click();
  await expectPlaying(page, { from: 0, source: "/api/offline/" });
  await row(page, titles[1])
    .getByRole("button", { name: `「${titles[1]}」を端末から削除` })
    .click();
  await expect(row(page, titles[1])).toHaveCount(0);
  await main(page).getByRole("button", { name: "すべて削除" }).click();
  const dialog = page.getByRole("dialog", { name: "保存した音声をすべて削除しますか？" });
  await expectAccessible(page, "confirmation of deleting all");
  await dialog.getByRole("button", { name: "すべて削除する" }).click();
  await expect(page.getByRole("heading", { name: "保存した音声はありません" })).toBeVisible();

  await test.step("a track added to a downloaded playlist can be downloaded while the page is open", async () => {
    await page.goto(`/playlists/${filled.own}`);
    const downloadAll = main(page).getByRole("button", { name: "オフライン保存" });
    const downloaded = main(page).getByRole("link", { name: /^保存済み/ });
    await downloadAll.click();
    await expect(downloaded).toBeVisible();
    await page.request.post(`/api/playlists/${filled.own}/items`, { data: { trackId: filled.tracks[1] } });
    // Saving reloads the page's data.
    await main(page).getByRole("link", { name: /編集/ }).first().click();
    const editor = page.getByRole("dialog", { name: "プレイリストを編集" });
    await editor.getByRole("button", { name: "保存する" }).click();
    await expect(editor).toBeHidden();
    await expect(main(page).getByText("2件", { exact: true })).toBeVisible();
    await expect(downloadAll).toBeVisible();
    await downloadAll.click();
    await expect(downloaded).toBeVisible();
    await downloaded.click();
    await expect(row(page, titles[1])).toBeVisible();
  });

  await test.step("signing out deletes the downloads", async () => {
    expect(await cacheNames(page)).toContain("kept-audio");
    await page.goto("/profile");
    await main(page).getByRole("button", { name: "ログアウト", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await expect.poll(() => cacheNames(page)).not.toContain("kept-audio");
  });
});

test("the progress is shown; a cancelled, incomplete or failed download is not stored; by keyboard the focus stays where it was", {
  tag: "@release",
}, async ({ page, context }) => {
  await enter(page);
  await open(page, 0);
  const clickDownload = () => main(page).getByRole("button", { name: "オフライン保存" }).click();
  let respond = () => {};
  await context.route("**/api/offline/*", async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    const body = Buffer.alloc(1000);
    await route.fulfill({ contentType: "audio/mpeg", headers: { ETag: '"another"' }, body }).catch(() => {});
  });
  await clickDownload();
  await expect(main(page).getByRole("progressbar", { name: `「${titles[0]}」の保存` })).toBeVisible();
  await main(page)
    .getByRole("button", { name: /^保存中 0%/ })
    .click();
  await clickDownload();
  await expect(main(page).getByRole("button", { name: /^保存中/ })).toBeVisible();
  await expect
    .poll(async () => {
      respond();
      return main(page).getByRole("alert").allTextContents();
    })
    .toEqual(["音声を最後まで受け取れませんでした。もう一度お試しください。"]);
  await context.unroute("**/api/offline/*");
  await context.setOffline(true);
  await clickDownload();
  await expect(main(page).getByRole("alert")).toContainText("接続できませんでした");
  expect(await cacheNames(page)).not.toContain("kept-audio");
  await context.setOffline(false);
  await clickDownload();
  await expect(downloadedButton(page, titles[0])).toBeVisible();

  await test.step("by keyboard the focus stays on the button, and moves to the next row after a deletion", async () => {
    await downloadedButton(page, titles[0]).click();
    await context.route("**/api/offline/*", () => {});
    const button = main(page).getByRole("button", { name: "オフライン保存" });
    const announcement = (text: string) => main(page).getByRole("status").filter({ hasText: text });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(main(page).getByRole("button", { name: /^保存中 0%/ })).toBeFocused();
    await expect(announcement("端末への保存を始めました。")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(button).toBeFocused();
    await expect(announcement("保存を中止しました。")).toHaveCount(1);
    await context.unroute("**/api/offline/*");
    await page.keyboard.press("Enter");
    await expect(downloadedButton(page, titles[0])).toBeFocused();
    await expect(announcement("端末に保存しました。")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(button).toBeFocused();
    await expect(announcement("端末から削除しました。")).toHaveCount(1);

    await page.goto(`/playlists/${filled.playlist}`);
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(main(page).getByRole("link", { name: /^保存済み/ })).toBeFocused();
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "保存した音声" });
    const deleteButtons = list.getByRole("button", { name: /を端末から削除$/ });
    await expect(deleteButtons).toHaveCount(3);
    const before = await deleteButtons.first().getAttribute("aria-label");
    const last = await deleteButtons.last().getAttribute("aria-label");
    await deleteButtons.nth(1).focus();
    for (const [remaining, name] of [
      [2, last],
      [1, before],
    ] as const) {
      await page.keyboard.press("Enter");
      await expect(deleteButtons).toHaveCount(remaining);
      await expect(deleteButtons.last()).toBeFocused();
      await expect(deleteButtons.last()).toHaveAttribute("aria-label", name ?? "");
    }
    const emptyHeading = page.getByRole("heading", { name: "保存した音声はありません" });
    await page.keyboard.press("Enter");
    await expect(emptyHeading).toBeFocused();

    await download(page, 0);
    await page.goto("/offline-audio");
    await main(page).getByRole("button", { name: "すべて削除" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "すべて削除する" }).press("Enter");
    await expect(emptyHeading).toBeFocused();
  });
});

test.describe("without a worker", () => {
  test.use({ serviceWorkers: "block" });

  test("members without premium, which is not sold here, are told on the list's page, visitors see nothing", {
    tag: "@release",
  }, async ({ page }) => {
    await open(page, 0);
    await expect(main(page).getByText("オフライン保存")).toHaveCount(0);
    await page.goto("/offline-audio");
    await expect(main(page).getByRole("link", { name: "ログインする" })).toBeVisible();
    await signIn(page);
    for (const path of [`/track/${filled.tracks[0]}`, `/playlists/${filled.playlist}`]) {
      await page.goto(path);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expect(main(page).getByText("オフライン保存")).toHaveCount(0);
    }
    await page.goto("/offline-audio");
    await expect(page.getByText("オフライン保存はプレミアム会員限定機能です")).toBeVisible();
    await expectAccessible(page, "what is for premium members");
  });
});
