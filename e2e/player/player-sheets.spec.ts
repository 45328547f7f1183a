import Database from "better-sqlite3";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn } from "../site.ts";
import { dock, open, pause, play, stage, test, title } from "./player-site.ts";

test("a visitor's speeds exclude 2.0; the sleep timer is set, shown and cancelled; home offers the installation", {
  tag: "@release",
}, async ({ page }) => {
  await open(page);
  const speed = stage(page).getByRole("button", { name: /^再生速度 / });
  const choice = page.getByRole("dialog", { name: "再生速度" });
  await speed.click();
  await choice.getByRole("button", { name: "1.5倍" }).click();
  await expect(speed).toHaveAccessibleName(/1.5倍/);
  await choice.getByRole("button", { name: "2倍" }).click();
  const modal = page.getByRole("dialog", { name: "2.0倍速再生" });
  await expect(modal).toContainText("2.0倍速はプレミアム会員限定機能です");
  await expect(modal.getByRole("link", { name: "ログインする" })).toBeVisible();
  await expect(modal.getByRole("link", { name: "プレミアムを見る" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(speed).toHaveAccessibleName(/ 1.5倍/);
  await choice.getByRole("button", { name: "1.25倍" }).click();
  await page.reload();
  await expect(speed).toHaveAccessibleName(/1.25倍/);

  await test.step("the sleep timer", async () => {
    await stage(page).getByRole("button", play).click();
    await expect(stage(page).getByRole("button", pause)).toBeVisible();
    const sheet = page.getByRole("dialog", { name: "スリープタイマー" });
    await stage(page).getByRole("button", { name: "スリープ" }).click();
    await sheet.getByRole("button", { name: "15分後" }).click();
    const heightOf = async (name: string) =>
      (await stage(page).getByRole("button", { name, exact: true }).boundingBox())?.height;
    expect(await heightOf("予約中")).toBe(await heightOf("共有"));
    await stage(page).getByRole("button", { name: "予約中" }).click();
    await expect(sheet.getByRole("status")).toHaveText(/^\d{1,2}:\d\dに止まります。$/);
    await sheet.getByRole("button", { name: "この音声が終わったら" }).click();
    await stage(page).getByRole("button", { name: "予約中" }).click();
    await expect(sheet.getByRole("status")).toHaveText("この音声が終わると止まります。");
    await sheet.getByRole("button", { name: "タイマーを解除する" }).click();
    await expect(stage(page).getByRole("button", { name: "スリープ" })).toBeVisible();
  });

  await test.step("the installation in a browser, and settings in the installed app", async () => {
    await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
    const guide = page.getByRole("dialog", { name: "ホーム画面に追加" });
    await expect(guide.getByRole("listitem")).toHaveCount(3);
    await expect(guide).toContainText("現在準備中");
    await page.keyboard.press("Escape");
    await expect(guide).toBeHidden();
    await open(page, "/?pwa=1");
    await page.getByRole("link", { name: "設定を開く" }).click();
    const settings = page.getByRole("dialog", { name: "設定" });
    const background = settings.getByRole("switch", { name: "バックグラウンド再生" });
    await background.click();
    await expect(settings.getByRole("alert")).toHaveText("バックグラウンド再生はプレミアム会員限定機能です");
    await expect(background).not.toBeChecked();
    await page.goto("/");
    await expect(page.getByRole("link", { name: "設定を開く" })).toBeVisible();
  });
});

test("in colours of the system's own a switch shows whether it is on, and the slider where it stands", {
  tag: "@release",
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  const slider = stage(page).getByRole("slider", { name: "再生位置" });
  await stage(page).getByRole("button", play).click();
  await stage(page).getByRole("button", pause).click();
  const strip = stage(page).locator(".strip");
  const before = await strip.screenshot();
  await slider.press("End");
  await slider.blur();
  expect((await strip.screenshot()).equals(before)).toBe(false);
  await stage(page)
    .getByRole("button", { name: /^再生速度 / })
    .click();
  const thumb = page.getByRole("switch", { name: "間を詰める" }).locator("[aria-hidden] > span");
  const colours = await thumb.evaluate((element) =>
    [element, element.parentElement].map((one) => one && getComputedStyle(one).backgroundColor),
  );
  expect(colours[0]).not.toBe(colours[1]);
  const bordersOf = (speed: string) =>
    page
      .getByRole("button", { name: speed, exact: true })
      .evaluate((button) => getComputedStyle(button).borderWidth);
  expect(await bordersOf("1倍")).not.toBe(await bordersOf("1.25倍"));
});

test("a member is offered the 24-hour trial of 2.0, which a press starts; after it, it is said who has 2.0", {
  tag: "@release",
}, async ({ page, server }) => {
  const email = await signIn(page);
  await open(page);
  const speed = stage(page).getByRole("button", { name: /^再生速度 / });
  const sheet = page.getByRole("dialog", { name: "再生速度" });
  await speed.click();
  await sheet.getByRole("button", { name: "2倍" }).click();
  const modal = page.getByRole("dialog", { name: "2.0倍速再生" });
  await expect(modal).toContainText("一度だけ、24時間無料でお試しいただけます");
  await expectAccessible(page, "the offer of the trial");
  await page.keyboard.press("Escape");
  await expect(speed).toHaveAccessibleName(/ 1倍/);
  // Nothing has started it.
  await expect(sheet).toContainText("一度だけ24時間、無料でお試しいただけます");
  await sheet.getByRole("button", { name: "2倍" }).click();
  await modal.getByRole("button", { name: "24時間無料で試す" }).click();
  await expect(page.getByText("2.0倍速を24時間お試しいただけます").first()).toBeVisible();
  await expect(sheet.getByRole("button", { name: "2倍" })).toHaveAttribute("aria-pressed", "true");
  await expect(sheet).toContainText(/残り(24時間0分|23時間59分)/);
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  database
    .prepare("update users set speed_trial_ends_at = ? where email = ?")
    .run(Date.now() - 60_000, email);
  database.close();
  await open(page);
  await expect(speed).toHaveAccessibleName(/1.5倍/);
  await speed.click();
  await sheet.getByRole("button", { name: "2倍" }).click();
  await expect(modal).toContainText("2.0倍速はプレミアム会員限定機能です");
  await expect(modal).toContainText("24時間のおためしは終了しました");
  await expect(modal.getByRole("link")).toHaveCount(0);
});

test("a sheet that can't be loaded shows an error, and the page stays usable", { tag: "@release" }, async ({
  page,
}) => {
  await page.route(/sheets-content/, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => /sheets-content/.test(request.url()));
  await page.goto("/");
  await failed;
  await stage(page).getByRole("button", { name: "スリープ" }).click();
  await expect(page.getByText("表示できませんでした").first()).toBeVisible();
  await stage(page).getByRole("button", play).click();
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await stage(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(title(page)).toHaveText("五番目の音声");
});

test("a shared track's page is an impression and goes on with the author's other tracks", {
  tag: "@release",
}, async ({ page }) => {
  const impression = page.waitForRequest(/\/api\/tracks\/2\/increment-impression-count$/);
  await page.goto("/kanade/track/2");
  await impression;
  await page.getByRole("main").getByRole("button", { name: "「二番目の音声」を再生" }).click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await dock(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(dock(page)).toContainText("六番目の音声");
  // A list that is being listened to goes on.
  await page.getByRole("link", { name: "ホーム" }).first().click();
  const newest = page.getByRole("list", { name: "新着の音声" });
  await newest.getByRole("button", { name: "「五番目の音声」を再生" }).click();
  await newest.getByRole("link", { name: "二番目の音声", exact: true }).click();
  await page.waitForURL("**/track/2");
  // The large controls are this track's, and another one plays.
  for (const name of ["前の音声へ", "15秒戻る", "15秒進む", "次の音声へ"])
    await expect(page.getByRole("main").getByRole("button", { name })).toBeDisabled();
  await page.getByRole("slider", { name: "再生位置" }).first().fill("20");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await dock(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(dock(page)).toContainText("一番目の音声");
});
