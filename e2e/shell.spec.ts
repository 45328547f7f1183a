import Database from "better-sqlite3";
import { expect, signIn, signInAtHome, test } from "./site.ts";

test("the theme is the server's from the first byte, with and without JavaScript; one that does not get through goes back in silence", async ({
  page,
  context,
  browser,
  server,
}) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "メニューを開く" }).click();
  const toggle = page.getByRole("button", { name: /テーマにする/ });
  await expect(toggle).toHaveAccessibleName("ダークテーマにする");
  await context.setOffline(true);
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/theme"));
  await toggle.click();
  await lost;
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(toggle).toBeFocused();
  await context.setOffline(false);
  // The page is dark at the press, the next one once the choice is kept.
  const kept = page.waitForResponse(
    (one) => one.request().method() === "POST" && one.url().includes("/theme"),
  );
  await toggle.click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", "#17130f");
  await kept;
  const response = await page.goto("/search");
  expect(await response?.text()).toContain('data-theme="dark"');

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin });
  const page2 = await plain.newPage();
  await page2.goto("/");
  await page2.getByRole("button", { name: "メニューを開く" }).click();
  await page2
    .getByRole("navigation", { name: "メニュー" })
    .getByRole("button", { name: "ダークテーマにする" })
    .click();
  await expect(page2.locator("html")).toHaveAttribute("data-theme", "dark");
  // 端末に合わせる: the page and the menu's button are those of the device's own theme.
  await plain.addCookies([{ name: "mugen_theme", value: "system", url: server.origin }]);
  await page2.goto("/");
  for (const [colorScheme, paper, other] of [
    ["dark", "rgb(23, 19, 15)", "ライトテーマにする"],
    ["light", "rgb(250, 248, 245)", "ダークテーマにする"],
  ] as const) {
    await page2.emulateMedia({ colorScheme });
    await expect(page2.locator("html")).toHaveCSS("background-color", paper);
    await page2.getByRole("button", { name: "メニューを開く" }).click();
    await expect(page2.getByRole("button", { name: /テーマにする/ })).toHaveAccessibleName(other);
    await page2.getByRole("button", { name: "メニューを閉じる" }).click();
  }
  await plain.close();
});

test("members' screens show the login prompt to visitors and lead back after sign-in", async ({ page }) => {
  for (const path of ["/create-post", "/create-post-v2", "/notifications", "/profile"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    const login = page.getByRole("main").getByRole("link", { name: "ログインする" });
    await expect(login).toHaveAttribute("href", `/api/auth/google?redirect=${encodeURIComponent(path)}`);
  }
  await page.getByRole("main").getByRole("link", { name: "ログインする" }).click();
  await page.getByLabel("名前").fill("夜野 かなで");
  await page.getByLabel("メールアドレス").fill("x");
  await page.getByLabel("メールアドレス").press("Enter");
  await expect(page.locator("body")).toContainText("メールアドレスの形式が正しくありません");
  await expect(page.getByLabel("名前")).toHaveValue("夜野 かなで");
  await page.getByLabel("メールアドレス").fill("back@example.com");
  await page.getByLabel("メールアドレス").press("Enter");
  await page.waitForURL("**/profile");
  await page.getByRole("main").getByRole("link", { name: "設定", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("back@example.com");
  await page.getByRole("main").getByRole("button", { name: "ログアウト", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/profile");
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
});

test("a sign-in that can't be sent keeps the page and what was typed", { tag: "@release" }, async ({
  page,
  context,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("名前").fill("夜野 かなで");
  await page.getByLabel("メールアドレス").fill("kept@example.com");
  const button = page.getByRole("main").getByRole("button", { name: "ログインする" });
  await context.setOffline(true);
  await button.click();
  await expect(page.getByRole("alert")).toContainText("通信できませんでした");
  await context.setOffline(false);
  await page.route("**/*.data", (route) => route.fulfill({ status: 500, body: "" }));
  await button.click();
  await expect(page.getByRole("alert")).toContainText("サーバーで問題が発生しました");
  await expect(page.getByLabel("名前")).toHaveValue("夜野 かなで");
  await expect(page.getByLabel("メールアドレス")).toHaveValue("kept@example.com");
  await page.unroute("**/*.data");
  await page.getByLabel("メールアドレス").fill("x");
  await button.click();
  await expect(page.getByLabel("メールアドレス")).toBeFocused();
});

test.describe("a refused form without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("says so first, begins at its first mistake, and can be gone back to", { tag: "@release" }, async ({
    page,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("名前").fill("夜野 かなで");
    await page.getByLabel("メールアドレス").fill("x");
    await page.getByRole("main").getByRole("button", { name: "ログインする" }).click();
    await expect(page).toHaveTitle("エラー：ログイン | Mugen ∞");
    await expect(page.getByLabel("メールアドレス")).toBeFocused();
    await page.goto("/search");
    await expect(page).not.toHaveTitle(/エラー/);
    await page.goBack();
    await expect(page.getByLabel("名前")).toHaveValue("夜野 かなで");
    await expect(page.getByRole("main")).toContainText("メールアドレスの形式が正しくありません");
  });
});

test("a page that comes back into view shows who is signed in by now, and asks seldom", {
  tag: "@release",
}, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.goto("/profile");
  const edit = page.getByRole("main").getByRole("link", { name: "プロフィールを編集" });
  await expect(edit).toBeVisible();
  let asked = 0;
  await page.route("**/api/auth/user", (route) => {
    asked++;
    return route.continue();
  });
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await comeBack();
  expect(asked).toBe(0);
  await page.clock.runFor(6000);
  await Promise.all([page.waitForResponse("**/api/auth/user"), comeBack()]);
  await comeBack();
  expect(asked).toBe(1);
  await expect(edit).toBeVisible();
  await page.context().clearCookies({ name: "mugen_session" });
  await page.clock.runFor(6000);
  await comeBack();
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
});

test("the page that waits for an approval leads to the welcome when it has come", {
  tag: "@release",
}, async ({ page, server }) => {
  await page.clock.install();
  const email = await signInAtHome(page);
  const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
  const decide = (state: string) =>
    database.prepare("update users set state = ? where email = ?").run(state, email);
  decide("pending");
  await page.goto("/pending-approval");
  await Promise.all([page.waitForResponse("**/api/auth/user"), page.clock.runFor(31_000)]);
  await expect(page).toHaveURL(/\/pending-approval$/);
  decide("approved");
  database.close();
  await page.clock.runFor(30_000);
  await page.waitForURL("**/welcome");
});

test("unknown pages and tracks are 404 pages with a way home", async ({ page }) => {
  for (const [path, text] of [
    ["/no/such/page", "ページが見つかりません"],
    ["/help/nothing", "ページが見つかりません"],
    ["/track/999999", "音声が見つかりません"],
    ["/track/abc", "音声が見つかりません"],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(text);
    await expect(page.getByRole("main").getByRole("link", { name: /ホーム/ })).toHaveAttribute("href", "/");
  }
});

test("the bottom bar makes room for the keyboard", { tag: "@release" }, async ({ page }) => {
  // The height without a keyboard is the one that the page came alive with.
  const toastsLoaded = page.waitForResponse(/toast-view/);
  await page.goto("/search");
  await toastsLoaded;
  const bar = page.getByRole("navigation", { name: "メインナビゲーション" });
  await expect(bar).toBeVisible();
  const field = page.getByRole("main").getByRole("searchbox");
  await field.focus();
  await page.setViewportSize({ width: 375, height: 812 - 140 });
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 - 160 });
  await expect(bar).toBeHidden();
  // Nothing is typed: the window itself is smaller.
  await field.blur();
  await expect(bar).toBeVisible();
  await page.getByRole("main").getByRole("link").first().focus();
  await expect(bar).toBeVisible();
  await field.focus();
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(bar).toBeVisible();
});

test("the menu and the guide take the focus and give it back", { tag: "@release" }, async ({ page }) => {
  await page.goto("/");
  const opener = page.getByRole("button", { name: "メニューを開く" });
  await opener.click();
  await expect(page.getByRole("button", { name: "メニューを閉じる" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opener).toBeFocused();
  await opener.click();
  // An entry of the bar lies here, under the veil.
  await page.mouse.click(340, 780);
  await expect(page.getByRole("navigation", { name: "メニュー" })).toBeHidden();
  await page.getByRole("button", { name: "ホーム画面に追加する方法" }).click();
  await expect(
    page.getByRole("dialog", { name: "ホーム画面に追加" }).getByRole("button", { name: "閉じる" }),
  ).toBeFocused();
  await expect(page).toHaveURL("/");
});

test("a page that the router brings is told, and its content takes the focus of the link that has gone", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/faq");
  const told = page.locator("p[aria-live=polite]");
  await expect(told).toBeAttached();
  await page.getByRole("main").getByRole("link", { name: "ホーム" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await expect(told).toHaveText(await page.title());
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "検索", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(told).toHaveText("検索 | Mugen ∞");
  await expect(page.getByRole("link", { name: "検索", exact: true })).toBeFocused();
});

test("the entry of the page that is open leads to its top, and from there back", { tag: "@release" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/faq");
  await page
    .getByRole("navigation", { name: "メインナビゲーション" })
    .getByRole("link", { name: "ホーム" })
    .click();
  await page.waitForURL((url) => url.pathname === "/");
  const entry = page.getByRole("link", { name: "ホーム", exact: true });
  await page.evaluate(() => {
    // Of the same height wherever there are few tracks.
    document.body.style.minHeight = "3000px";
    scrollTo({ top: 400, behavior: "instant" });
  });
  const scrolled = () => page.evaluate(() => scrollY);
  await expect.poll(scrolled).toBe(400);
  await entry.click();
  await expect.poll(scrolled).toBe(0);
  await entry.click();
  await expect.poll(scrolled).toBe(400);
});
