import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, signIn, signInAtHome, siteFilledBy } from "./site.ts";

const longTitle =
  "東京の地下を走る長い電車の音について、ふたりで静かに語り合う、夜更けの一時間の特別な番組を、どうぞ最後まで";
/** Oldest first: 6 is the newest. */
const titles = ["一番目の音声", "二番目の音声", longTitle, "四番目の音声", "五番目の音声", "六番目の音声"];

/** As the usual site, with six tracks of 40 s that can be heard. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  await addSoundingTracks({ dataDir, userId, titles, seconds: 40 });
});

const stage = (page: Page) => page.getByRole("main").getByRole("region", { name: "プレーヤー" });
const screen = (page: Page) => page.getByRole("dialog", { name: "プレーヤー" });
const dock = (page: Page) => page.getByRole("region", { name: "再生中の音声" });
const pause = { name: /を一時停止$/ };
const play = { name: /を再生$/ };

/** What opens over the page is there once the page has come to rest. */
async function open(page: Page, address = "/"): Promise<void> {
  const sheets = page.waitForResponse(/player-sheets/);
  await page.goto(address);
  await sheets;
}

/** Home, with the newest track sounding. */
async function listen(page: Page): Promise<void> {
  await open(page);
  await stage(page).getByRole("button", play).click();
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
}

/** The bar on another screen, with sound. */
async function listenElsewhere(page: Page): Promise<void> {
  await listen(page);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(dock(page)).toBeVisible();
}

async function openScreen(page: Page): Promise<void> {
  await dock(page).getByTitle("プレーヤーを開く").click();
  await expect(screen(page)).toBeVisible();
}

/** A finger goes from `x`, `y` by `dy` px in `steps` moves, each `ms` after the one before by the clock of the events. */
async function drag(
  page: Page,
  o: { dy: number; steps: number; ms: number; x: number; y: number },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const began = Date.now();
  const send = (type: "touchStart" | "touchMove" | "touchEnd", step: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: o.x, y: o.y + (o.dy * step) / o.steps }],
      timestamp: (began + step * o.ms) / 1000,
    });
  await send("touchStart", 0);
  for (let step = 1; step <= o.steps; step++) await send("touchMove", step);
  await send("touchEnd", o.steps);
  await client.detach();
}

async function middleOf(of: ReturnType<Page["locator"]>): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error("not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const title = (page: Page) => stage(page).getByRole("heading", { level: 2 });

test("home begins with the newest track and plays it; nothing floats before", async ({ page }) => {
  await open(page);
  await expect(title(page)).toHaveText("六番目の音声");
  await expect(dock(page)).toHaveCount(0);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
  await page.goBack();
  await stage(page).getByRole("button", play).click();
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);
  await expect(dock(page)).toBeHidden();
});

test("the mini-player floats where the stage is out of sight, the bar on other screens, and both open the player", async ({
  page,
}) => {
  await listen(page);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(dock(page)).toBeVisible();
  expect((await dock(page).boundingBox())?.width).toBe(120);
  await dock(page).getByRole("button", pause).click();
  await dock(page).getByRole("button", play).click();
  await openScreen(page);
  await page.keyboard.press("Escape");
  await expect(screen(page)).toBeHidden();
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(dock(page).getByRole("slider", { name: "再生位置" })).toBeVisible();
  await expect(dock(page).getByRole("button", { name: "次の音声へ" })).toBeVisible();
  await expect(dock(page).getByRole("button", { name: /いいね/ })).toBeVisible();
  await openScreen(page);
  await expect(screen(page).getByRole("button", pause)).toBeVisible();
  await screen(page).getByRole("link", { name: "六番目の音声", exact: true }).click();
  await page.waitForURL("**/kanade/track/6");
  await expect(screen(page)).toBeHidden();
});

test("a phone on its side has the controls in sight", async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await listenElsewhere(page);
  await openScreen(page);
  await expect(screen(page).getByRole("button", pause)).toBeInViewport({ ratio: 1 });
  await expect(screen(page).getByRole("slider", { name: "再生位置" })).toBeInViewport({ ratio: 1 });
});

test("an address names the track to begin with and forgets it", async ({ page }) => {
  for (const [address, shown] of [
    ["/?track=2", "二番目の音声"],
    ["/?track=999", "六番目の音声"],
    ["/?track=x", "六番目の音声"],
  ] as const) {
    await open(page, address);
    await expect(title(page)).toHaveText(shown);
    await expect(page).toHaveURL(/\/$/);
  }
});

test("next, previous and what follows, round the end", async ({ page }) => {
  await listen(page);
  await stage(page).getByRole("button", { name: "前の音声へ" }).click();
  await expect(title(page)).toHaveText("一番目の音声");
  await stage(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(title(page)).toHaveText("六番目の音声");
  await stage(page).getByRole("button", { name: "次の音声", exact: true }).click();
  const queue = page.getByRole("dialog", { name: "次の音声" });
  await expect(queue.getByRole("listitem")).toHaveCount(5);
  await expect(queue.getByRole("listitem").first()).toContainText("五番目の音声");
  await queue.getByRole("button", { name: /四番目の音声/ }).click();
  await expect(queue.getByRole("listitem").first()).toContainText(longTitle);
  await queue.getByRole("button", { name: "閉じる" }).click();
  await expect(title(page)).toHaveText("四番目の音声");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
});

test("what is published while somebody listens follows in the queue once the page has heard of it", async ({
  page,
  server,
}) => {
  const show = (isVisible: number) => {
    const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
    database.prepare("update tracks set is_visible = ? where title = ?").run(isVisible, "二番目の音声");
    database.close();
  };
  show(0);
  await signInAtHome(page);
  await listen(page);
  const rows = page.getByRole("list", { name: "新着の音声" });
  await expect(rows).not.toContainText("二番目の音声");
  show(1);
  // A press on the heart loads the page's data anew.
  await stage(page)
    .getByRole("button", { name: /いいね/ })
    .click();
  await expect(rows).toContainText("二番目の音声");
  await stage(page).getByRole("button", { name: "次の音声", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "次の音声" })).toContainText("二番目の音声");
});

test.describe("with fingers", () => {
  test.use({ hasTouch: true });

  test("a quick swipe leads to the next track and back, and the page scrolls beside it", async ({ page }) => {
    await listen(page);
    const curve = await middleOf(stage(page).locator("[data-swipe]"));
    await drag(page, { ...curve, dy: -140, steps: 4, ms: 20 });
    await expect(title(page)).toHaveText("五番目の音声");
    await drag(page, { ...curve, dy: 140, steps: 4, ms: 20 });
    await expect(title(page)).toHaveText("六番目の音声");
    await drag(page, { ...curve, dy: -60, steps: 4, ms: 20 });
    await drag(page, { ...curve, dy: -140, steps: 4, ms: 150 });
    await expect(title(page)).toHaveText("六番目の音声");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const list = await middleOf(page.getByRole("heading", { name: "新着" }));
    await drag(page, { ...list, dy: -200, steps: 6, ms: 20 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    await expect(title(page)).toHaveText("六番目の音声");
  });

  test("over the whole window it is the way through the tracks", async ({ page }) => {
    await listenElsewhere(page);
    await openScreen(page);
    const curve = await middleOf(screen(page).locator("[data-swipe]"));
    await drag(page, { ...curve, dy: -180, steps: 4, ms: 20 });
    await expect(screen(page).getByRole("heading", { level: 2 })).toHaveText("五番目の音声");
  });
});

test("keys play, seek, skip and tell what they do; not while somebody writes", async ({ page }) => {
  await open(page);
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  const position = async () => Number(await seek.inputValue());
  await page.keyboard.press("k");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(stage(page).getByRole("button", play)).toBeVisible();
  const before = await position();
  await page.keyboard.press("l");
  await expect.poll(position).toBe(before + 10);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(position).toBe(before + 20);
  await page.keyboard.press("j");
  await expect.poll(position).toBe(before + 10);
  await page.keyboard.press(">");
  await expect(stage(page).getByRole("button", { name: /再生速度 1.25倍/ })).toBeVisible();
  await page.keyboard.press("n");
  await expect(title(page)).toHaveText("五番目の音声");
  await page.keyboard.press("p");
  await expect(title(page)).toHaveText("六番目の音声");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "キーボードショートカット" });
  await expect(help).toBeVisible();
  await page.keyboard.press("n");
  await help.getByRole("switch", { name: "ショートカットを使う" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page
    .getByRole("navigation", { name: "メニュー" })
    .getByRole("button", { name: "キーボードショートカット" })
    .click();
  await expect(title(page)).toHaveText("六番目の音声");
  await help.getByRole("switch", { name: "ショートカットを使う" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "検索" }).first().click();
  await page.getByRole("searchbox").first().fill("");
  await page.getByRole("searchbox").first().pressSequentially("nk ");
  await expect(dock(page)).toContainText("六番目の音声");
  await expect(dock(page).getByRole("button", pause)).toBeVisible();
});

test("a visitor goes round the speeds without 2.0 and is told what it needs", async ({ page }) => {
  await open(page);
  const speed = stage(page).getByRole("button", { name: /^再生速度 / });
  await speed.click();
  await speed.click();
  await expect(speed).toHaveAccessibleName(/1.5倍/);
  await speed.click();
  const modal = page.getByRole("dialog", { name: "2.0倍速再生" });
  await expect(modal).toContainText("2.0倍速はプレミアム会員限定機能です");
  await expect(modal.getByRole("link", { name: "Googleでログイン" })).toBeVisible();
  await expect(modal.getByRole("link", { name: "プレミアムを見る" })).toHaveAttribute("href", "/premium");
  await page.keyboard.press("Escape");
  await expect(speed).toHaveAccessibleName(/ 1倍/);
  await speed.click();
  await page.reload();
  await expect(speed).toHaveAccessibleName(/1.25倍/);
});

test("a member's first 2.0 starts the 24 hours; when they are over, premium is named", async ({
  page,
  server,
}) => {
  const email = await signInAtHome(page);
  await open(page);
  await stage(page).getByRole("button", { name: "再生速度", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "再生速度" });
  await expect(sheet).toContainText("24時間無料でお試しいただけます");
  await sheet.getByRole("button", { name: "2倍" }).click();
  await expect(page.getByText("2.0倍速を24時間お試しいただけます").first()).toBeVisible();
  await expect(sheet.getByRole("button", { name: "2倍" })).toHaveAttribute("aria-pressed", "true");
  await expect(sheet).toContainText(/残り(24時間0分|23時間59分)/);
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  database
    .prepare("update users set speed_trial_ends_at = ? where email = ?")
    .run(Date.now() - 60_000, email);
  database.close();
  await open(page);
  const speed = stage(page).getByRole("button", { name: /^再生速度 / });
  await expect(speed).toHaveAccessibleName(/1.5倍/);
  await speed.click();
  const modal = page.getByRole("dialog", { name: "2.0倍速再生" });
  await expect(modal).toContainText("2.0倍速はプレミアム会員限定機能です");
  await expect(modal).toContainText("24時間のおためしは終了しました");
  await expect(modal.getByRole("link", { name: "Googleでログイン" })).toHaveCount(0);
});

test("the sleep timer is set, told and taken back", async ({ page }) => {
  await listen(page);
  const sheet = page.getByRole("dialog", { name: "スリープタイマー" });
  await stage(page).getByRole("button", { name: "スリープ" }).click();
  await sheet.getByRole("button", { name: "15分後" }).click();
  await stage(page).getByRole("button", { name: "タイマー中" }).click();
  await expect(sheet.getByRole("status")).toHaveText(/^\d{1,2}:\d\dに止まります。$/);
  await sheet.getByRole("button", { name: "この音声が終わったら" }).click();
  await stage(page).getByRole("button", { name: "タイマー中" }).click();
  await expect(sheet.getByRole("status")).toHaveText("この音声が終わると止まります。");
  await sheet.getByRole("button", { name: "タイマーを解除する" }).click();
  await expect(stage(page).getByRole("button", { name: "スリープ" })).toBeVisible();
});

test("a member's like in the player is one with the page's and comes back with the track", async ({
  page,
}) => {
  await signInAtHome(page);
  await listen(page);
  const heart = stage(page).getByRole("button", { name: /いいね/ });
  await Promise.all([page.waitForResponse(/\/api\/likes\/6$/), heart.click()]);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("main").getByRole("link", { name: "六番目の音声", exact: true }).last().click();
  await page.waitForURL("**/kanade/track/6");
  const onPage = page.getByRole("main").getByRole("button", { name: /いいね/ });
  await expect(onPage).toHaveAttribute("aria-pressed", "true");
  await Promise.all([page.waitForResponse(/\/api\/likes\/6$/), onPage.click()]);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(dock(page).getByRole("button", { name: /いいね/ })).toHaveAttribute("aria-pressed", "false");
});

test("in a browser home tells how to install, in the installed app it has settings", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
  const guide = page.getByRole("dialog", { name: "ホーム画面に追加" });
  await expect(guide.getByRole("listitem")).toHaveCount(3);
  await expect(guide).toContainText("現在準備中");
  await page.keyboard.press("Escape");
  await expect(guide).toBeHidden();
  await open(page, "/?pwa=1");
  await page.getByRole("button", { name: "設定を開く" }).click();
  const settings = page.getByRole("dialog", { name: "設定" });
  const background = settings.getByRole("switch", { name: "バックグラウンド再生" });
  await background.click();
  await expect(settings.getByRole("alert")).toContainText("プレミアム会員限定");
  await expect(background).not.toBeChecked();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "設定を開く" })).toBeVisible();
});

test("free listeners see the house's card after every fifth track, premium members none", async ({
  page,
  server,
}) => {
  const card = page.getByRole("main").getByRole("link", { name: /Mugen プレミアム/ });
  const email = await signIn(page);
  await page.goto("/");
  await expect(card).toHaveCount(1);
  await expect(page.getByRole("list", { name: "新着の音声" }).getByRole("listitem").nth(5)).toContainText(
    "Mugen プレミアム",
  );
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  database.prepare("update users set is_premium = 1 where email = ?").run(email);
  database.close();
  await page.goto("/");
  await expect(title(page)).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("what could not be fetched says so and leaves the page alone", async ({ page }) => {
  await page.route(/player-sheets/, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => /player-sheets/.test(request.url()));
  await page.goto("/");
  await lost;
  await stage(page).getByRole("button", { name: "スリープ" }).click();
  await expect(page.getByText("表示できませんでした").first()).toBeVisible();
  await page.keyboard.press("k");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  await page.keyboard.press("n");
  await expect(title(page)).toHaveText("五番目の音声");
});

test("a long title runs, and is whole for who wants no motion", async ({ page }) => {
  await open(page, "/?track=3");
  const running = () =>
    title(page).evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ playState }) => playState),
    );
  await expect(title(page).getByRole("link")).toHaveAccessibleName(longTitle);
  expect(await running()).toEqual(["running"]);
  await title(page).getByRole("link").hover();
  await expect.poll(running).toEqual(["paused"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(running).toEqual([]);
  const fits = await title(page).evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(fits).toBe(true);
});

test.describe("looked at", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("axe finds nothing in the player and what opens from it", async ({ page }) => {
    test.setTimeout(300_000);
    await open(page, "/?track=3");
    await expectAccessible(page, "home");
    await stage(page).getByRole("button", play).click();
    await expect(stage(page).getByRole("button", pause)).toBeVisible();
    for (const [name, dialog] of [
      ["再生速度", "再生速度"],
      ["スリープ", "スリープタイマー"],
      ["次の音声", "次の音声"],
    ] as const) {
      await stage(page).getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await expectAccessible(page, dialog);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("?");
    await expectAccessible(page, "shortcuts");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
    await expectAccessible(page, "install guide");
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(dock(page)).toBeVisible();
    await expectAccessible(page, "mini-player");
    await page.getByRole("link", { name: "検索" }).first().click();
    await page.waitForURL((url) => url.pathname === "/search");
    await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
    await expectAccessible(page, "bar");
    await openScreen(page);
    await expectAccessible(page, "full player");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("home shows the track to begin with and plays it", async ({ page }) => {
    await page.goto("/?track=2");
    await expect(title(page)).toHaveText("二番目の音声");
    await expect(stage(page).locator('audio[controls][src="/api/stream/2"]')).toBeVisible();
    await expect(page.getByRole("button", { name: "スリープ" })).toBeHidden();
    await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
    await expect(page.getByRole("dialog", { name: "ホーム画面に追加" })).toBeVisible();
  });
});
