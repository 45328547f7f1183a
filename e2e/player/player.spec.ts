import Database from "better-sqlite3";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signIn } from "../site.ts";
import {
  dock,
  listen,
  longTitle,
  open,
  openScreen,
  pause,
  play,
  screen,
  scrollPastStage,
  stage,
  test,
  title,
} from "./player-site.ts";

test("home shows the newest track and plays it; out of view of its controls the mini-player appears, on other screens too, which opens the player", async ({
  page,
}) => {
  await open(page);
  await expect(title(page)).toHaveText("六番目の音声");
  await expect(dock(page)).toHaveCount(0);
  await test.step("chips and the play button of a row that is pointed at stand out from it", async () => {
    const button = page.getByRole("list", { name: "新着の音声" }).getByRole("button", play).nth(1);
    const row = button.locator("xpath=ancestor::li/div[1]");
    const colourOf = (of: typeof row) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colourOf(row);
    await row.hover({ position: { x: 90, y: 10 } });
    await expect.poll(() => colourOf(row)).not.toBe(before);
    await row.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    expect(await colourOf(row)).not.toBe(await colourOf(button));
  });
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
  await page.goBack();
  await stage(page).getByRole("button", play).click();
  await expect(stage(page).getByRole("button", pause)).toBeVisible();
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);
  await expect(dock(page)).toBeHidden();

  const onItsSide = { width: 740, height: 360 };
  const upright = { width: 375, height: 812 };
  await test.step("on a phone that lies on its side, the whole player is seen beside the list", async () => {
    await page.setViewportSize(onItsSide);
    await page.evaluate(() => scrollTo(0, 0));
    for (const name of [/を一時停止$/, "15秒進む", "スリープ"])
      await expect(stage(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("list", { name: "新着の音声" }).getByRole("link").first()).toBeInViewport();
    await page.setViewportSize(upright);
  });

  await scrollPastStage(page);
  await expect(dock(page)).toBeVisible();
  expect((await dock(page).boundingBox())?.height).toBeLessThanOrEqual(64);
  await dock(page).getByRole("button", pause).click();
  await dock(page).getByRole("button", play).click();
  await openScreen(page);
  await page.keyboard.press("Escape");
  await expect(screen(page)).toBeHidden();
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(dock(page).getByRole("slider", { name: "再生位置" })).toBeVisible();
  await expect(dock(page).getByRole("button", { name: "次の音声へ" })).toBeVisible();
  await expect(dock(page).getByRole("button", { name: /いいね/ })).toBeVisible();
  await test.step("on a small phone it takes a fifth of the height at most, with the navigation", async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    const navigation = page.getByRole("navigation", { name: "メインナビゲーション" });
    const heights = [dock(page), navigation].map(async (bar) => (await bar.boundingBox())?.height ?? 0);
    const [player = 0, bar = 0] = await Promise.all(heights);
    expect(player + bar).toBeLessThanOrEqual(568 / 5);
    await page.setViewportSize(upright);
  });
  await openScreen(page);
  await expect(screen(page).getByRole("button", pause)).toBeVisible();
  await test.step("its ∞ is clipped by a brush of its own, as the panel's is not displayed", async () => {
    const brushes = page.locator("clipPath");
    await expect(brushes).toHaveCount(2);
    const ids = await brushes.evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2);
    const ink = screen(page).locator(".player-ink");
    const own = await ink.locator("clipPath").getAttribute("id");
    for (const lobe of await ink.locator(".ink-a, .ink-b").all())
      await expect(lobe).toHaveAttribute("clip-path", `url(#${own})`);
  });
  await test.step("the controls are visible on a phone in landscape", async () => {
    await page.setViewportSize(onItsSide);
    await expect(screen(page).getByRole("button", pause)).toBeInViewport({ ratio: 1 });
    await expect(screen(page).getByRole("slider", { name: "再生位置" })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(upright);
  });
  await screen(page).getByRole("link", { name: "六番目の音声", exact: true }).click();
  await page.waitForURL("**/kanade/track/6");
  await expect(screen(page)).toBeHidden();
  await page.setViewportSize(onItsSide);
  await expect(page.getByRole("main").getByRole("button", pause)).toBeInViewport({ ratio: 1 });
});

test("the URL selects the first track, and the parameter is removed; a long title scrolls, and wraps with reduced motion", {
  tag: "@release",
}, async ({ page }) => {
  for (const [address, shown] of [
    ["/?track=2", "二番目の音声"],
    ["/?track=999", "六番目の音声"],
    ["/?track=x", "六番目の音声"],
  ] as const) {
    await open(page, address);
    await expect(title(page)).toHaveText(shown);
    await expect(page).toHaveURL(/\/$/);
  }

  await page.emulateMedia({ reducedMotion: "no-preference" });
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

  await test.step("the play button stays above a small phone's navigation", async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    const bar = await page.getByRole("navigation", { name: "メインナビゲーション" }).boundingBox();
    const button = await stage(page).getByRole("button", play).boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await page.setViewportSize({ width: 375, height: 812 });
  });

  await test.step("of large text no title is cut, here nor in the list", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const row = page.getByRole("list", { name: "新着の音声" }).getByRole("link", { name: longTitle });
    const hidden = row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    // A line is 44 px high.
    expect(await hidden).toBeLessThan(8);
    await open(page, "/?track=3");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await running()).toEqual([]);
    await expect(title(page).locator(".marquee")).toHaveCSS("overflow", "visible");
  });

  await test.step("a row's cover moves into its track's page, and back", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const flows = await page.evaluateHandle(() => {
      const seen: string[] = [];
      const covers = () =>
        [...document.images]
          .filter((image) => getComputedStyle(image).viewTransitionName === "cover")
          .map((image) => image.closest("li")?.querySelector("a")?.pathname ?? "page");
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const before = covers();
        const transition = start(update);
        void transition.updateCallbackDone.then(() => seen.push(`${before} → ${covers()}`));
        return transition;
      };
      return seen;
    });
    await page.getByRole("main").getByRole("link", { name: "二番目の音声", exact: true }).click();
    await page.waitForURL("**/kanade/track/2");
    await expect.poll(() => flows.jsonValue()).toEqual(["/kanade/track/2 → page"]);
    await page.goBack();
    await expect.poll(() => flows.jsonValue()).toEqual(["/kanade/track/2 → page", "page → /kanade/track/2"]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("main").getByRole("link", { name: "二番目の音声", exact: true }).click();
    await page.waitForURL("**/kanade/track/2");
    expect(await flows.jsonValue()).toHaveLength(2);
  });
});

test("next, previous and the queue wrap around; the player and its sound outlive an error page", {
  tag: "@release",
}, async ({ page, context }) => {
  await listen(page);
  await stage(page).getByRole("button", { name: "前の音声へ" }).click();
  await expect(title(page)).toHaveText("一番目の音声");
  await stage(page).getByRole("button", { name: "次の音声へ" }).click();
  await expect(title(page)).toHaveText("六番目の音声");
  await stage(page).getByRole("button", { name: "次の音声の一覧" }).click();
  const queue = page.getByRole("dialog", { name: "次の音声" });
  await expect(queue.getByRole("listitem")).toHaveCount(5);
  await expect(queue.getByRole("listitem").first()).toContainText("五番目の音声");
  await queue.getByRole("button", { name: /^四番目の音声/ }).click();
  await expect(queue.getByRole("listitem").first()).toContainText(longTitle);
  await queue.getByRole("button", { name: "閉じる" }).click();
  await expect(title(page)).toHaveText("四番目の音声");
  await expect(stage(page).getByRole("button", pause)).toBeVisible();

  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(page.getByRole("heading", { name: "接続できませんでした" })).toBeVisible();
  const seek = dock(page).getByRole("slider", { name: "再生位置" });
  const position = async () => Number(await seek.inputValue());
  const before = await position();
  await expect.poll(position).toBeGreaterThan(before);
  // The first request that the browser makes when it is online again comes too early.
  const tooEarly = page.waitForEvent("requestfailed", (request) => request.url().includes(".data"));
  await context.setOffline(true);
  await context.setOffline(false);
  await tooEarly;
  await page.unroute(/\.data(\?|$)/);
  await expect(page.getByRole("heading", { level: 1, name: "検索" })).toBeVisible();
  await dock(page).getByRole("button", pause).click();
  await expect(dock(page).getByRole("button", play)).toBeVisible();
});

test("a like in the player also shows on the page, and again with the track; a newly published track joins the queue with it", async ({
  page,
  server,
}) => {
  const show = (isVisible: number) => {
    const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
    database.prepare("update tracks set is_visible = ? where title = ?").run(isVisible, "二番目の音声");
    database.close();
  };
  show(0);
  await signIn(page);
  await listen(page);
  const rows = page.getByRole("list", { name: "新着の音声" });
  await expect(rows).not.toContainText("二番目の音声");
  show(1);
  // A like reloads the page's data.
  const heart = stage(page).getByRole("button", { name: /いいね/ });
  await Promise.all([page.waitForResponse(/\/api\/likes\/6$/), heart.click()]);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(rows).toContainText("二番目の音声");
  await stage(page).getByRole("button", { name: "次の音声の一覧" }).click();
  const queue = page.getByRole("dialog", { name: "次の音声" });
  await expect(queue).toContainText("二番目の音声");
  await queue.getByRole("button", { name: "閉じる" }).click();
  await page.getByRole("main").getByRole("link", { name: "六番目の音声", exact: true }).last().click();
  await page.waitForURL("**/kanade/track/6");
  const onPage = page.getByRole("main").getByRole("button", { name: /いいね/ });
  await expect(onPage).toHaveAttribute("aria-pressed", "true");
  await Promise.all([page.waitForResponse(/\/api\/likes\/6$/), onPage.click()]);
  await page.getByRole("link", { name: "検索" }).first().click();
  await expect(dock(page).getByRole("button", { name: /いいね/ })).toHaveAttribute("aria-pressed", "false");
});

test("after the fifth played track the card shows in the player, with a countdown; a press or five seconds go on", {
  tag: "@release",
}, async ({ page }) => {
  const card = page.getByRole("region", { name: "Mugenからのご案内" });
  const seek = stage(page).getByRole("slider", { name: "再生位置" });
  /** So many tracks have been played in this tab, on other pages too. */
  const recall = (plays: number) =>
    page.evaluate((n) => sessionStorage.setItem("plays-since-ad", String(n)), plays);
  await page.clock.install();
  await listen(page);
  await recall(4);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("plays-since-ad"))).toBe("5");
  await seek.fill("39.5");
  await expect(card).toContainText("あと5秒で次の音声");
  await expect(card).toContainText("五番目の音声");
  // Nothing is sold here.
  await expect(card.getByRole("link", { name: "よくある質問を見る" })).toHaveAttribute("href", "/faq");
  await expect(card).not.toContainText("プレミアム");
  await expect(title(page)).toHaveText("六番目の音声");
  expect(await page.evaluate(() => document.querySelectorAll("audio, video").length)).toBe(0);
  await expect(card.getByRole("status")).toHaveText(/5秒後に次の音声を再生します。$/);
  await expectAccessible(page, "the card");
  await page.clock.fastForward(5000);
  await expect(card).toHaveCount(0);
  await expect(title(page)).toHaveText("五番目の音声");
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0);

  // In the open player, by keyboard.
  await recall(5);
  await scrollPastStage(page);
  await openScreen(page);
  await page.keyboard.press("n");
  await card.getByRole("button", { name: "ご案内をスキップして次の音声へ" }).press("Enter");
  await expect(card).toHaveCount(0);
  await expect(screen(page).getByRole("heading", { level: 2 })).toHaveText("四番目の音声");
  await expect(screen(page).getByRole("button", pause)).toBeVisible();
});

test.describe("looked at", () => {
  test("axe finds nothing in the player and its sheets", { tag: "@release" }, async ({ page }) => {
    test.setTimeout(300_000);
    await open(page, "/?track=3");
    await expectAccessible(page, "home");
    await stage(page).getByRole("button", play).click();
    await expect(stage(page).getByRole("button", pause)).toBeVisible();
    for (const [name, dialog] of [
      [/^再生速度 /, "再生速度"],
      [/^スリープ$/, "スリープタイマー"],
      ["次の音声の一覧", "次の音声"],
    ] as const) {
      await stage(page).getByRole("button", { name }).click();
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
    await scrollPastStage(page);
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

  test("home shows the first track and plays it", async ({ page }) => {
    await page.goto("/?track=3");
    await expect(title(page).getByText(longTitle)).toHaveCSS("white-space-collapse", "collapse");
    await expect(title(page).getByText(longTitle)).toHaveCSS("text-wrap-mode", "wrap");
    await page.goto("/?track=2");
    await expect(title(page)).toHaveText("二番目の音声");
    await expect(stage(page).locator('audio[controls][src="/api/stream/2"]')).toBeVisible();
    await expect(page.getByRole("button", { name: "スリープ" })).toBeHidden();
    await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
    await expect(page.getByRole("dialog", { name: "ホーム画面に追加" })).toBeVisible();
  });
});
