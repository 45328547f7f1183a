import { addAdminSession, addPasskeys } from "#test/admin.ts";
import { adminPassword } from "#test/admin-password.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { test as base } from "../site.ts";
import { expect, test as signedIn } from "./admin-site.ts";

/** Without a session of the console. */
const test = base;

test("the form says what is wrong, opens the asked page, and the log-out closes the console", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto("/admin/account?from=mail");
  await expect(page).toHaveTitle(/管理画面/);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(page, "login form");
  const login = page.getByRole("button", { name: "ログイン" });
  await login.click();
  await expect(page.getByText("ユーザー名を入力してください")).toBeVisible();
  await expect(page.getByText("パスワードを入力してください")).toBeVisible();
  await page.getByLabel("ユーザー名").fill("admin");
  await page.getByLabel("パスワード").fill("nein");
  await login.click();
  await expect(page.getByText("認証に失敗しました")).toBeVisible();
  await expect(page.getByLabel("ユーザー名")).toHaveValue("admin");
  await page.context().setOffline(true);
  await page.getByLabel("パスワード").fill(adminPassword);
  await login.click();
  await expect(page.getByText("接続エラーが発生しました")).toBeVisible();
  await page.context().setOffline(false);
  await login.click();
  await expect(page).toHaveURL("/admin/account?from=mail");
  await expect(page.getByRole("heading", { name: "ログイン中の端末" })).toBeVisible();
  await expect(page.getByText("この端末", { exact: true })).toBeVisible();
  await expectAccessible(page, "sessions");

  // The sections: a menu on a phone.
  await page.getByText("ログイン中の端末").first().click();
  await page.getByRole("link", { name: "概況" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("link", { name: "会員管理" })).toBeHidden();
  await page.goto("/admin/no-such-page");
  await expect(page.getByRole("heading", { name: "ページが見つかりません" })).toBeVisible();

  // Members' pages lead here.
  await page.goto("/");
  await page.getByRole("button", { name: "メニュー" }).first().click();
  await page.getByRole("link", { name: "管理画面" }).click();
  await expect(page).toHaveURL("/admin");
  const cookies = await page.context().cookies();
  await page.getByText("概況").first().click();
  await page.getByRole("button", { name: /^ログアウト/ }).click();
  await expect(page.getByLabel("パスワード")).toBeVisible();
  await page.context().addCookies(cookies);
  await page.goto("/admin/account");
  await expect(page.getByLabel("パスワード")).toBeVisible();
});

base.describe("without JavaScript", () => {
  base.use({ javaScriptEnabled: false });

  base("form, sections and log-out work by plain posts and links", async ({ page }) => {
    await page.goto("/admin/account");
    await page.getByLabel("ユーザー名").fill("admin");
    await page.getByLabel("パスワード").fill(adminPassword);
    await page.getByLabel(/ログイン状態を記憶する/).check();
    await page.getByRole("button", { name: "ログイン" }).click();
    await expect(page).toHaveURL("/admin/account");
    const kept = (await page.context().cookies()).find(({ name }) => name === "mugen_admin");
    expect(Math.round(((kept?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);

    // Somebody else is let in, under a name and with a password of their own.
    await page.goto("/admin/operators");
    const name = `花${Date.now()}`;
    await page.getByLabel("名前").fill(name);
    await page.getByRole("button", { name: "リンクを作る" }).click();
    const link = await page.getByLabel(`${name}さんのリンク`).inputValue();
    await page.getByText("運営者").first().click();
    await page.getByRole("button", { name: /^ログアウト（admin）/ }).click();
    await page.goto(link);
    await page.getByLabel("新しいパスワード").fill("短い");
    await page.getByRole("button", { name: "設定してログイン" }).click();
    await expect(page.getByText("パスワードは12文字以上で入力してください")).toBeVisible();
    await page.getByLabel("新しいパスワード").fill("灯台の夜にひとりで歩く道");
    await page.getByRole("button", { name: "設定してログイン" }).click();
    await expect(page).toHaveURL("/admin/review");
    await page.getByText("前に見てから").first().click();
    await expect(page.getByRole("link", { name: "操作記録" })).toHaveCount(0);
    await page.getByRole("button", { name: `ログアウト（${name}）` }).click();
    await expect(page.getByText("ログアウトしました")).toBeVisible();
    await expect(page.getByLabel("パスワード")).toBeVisible();
  });
});

signedIn(
  "in wide windows the sections stand in a column; other devices are logged out",
  { tag: "@release" },
  async ({ page, withSiteDatabase }) => {
    await withSiteDatabase(async () => {
      await addAdminSession();
      await addPasskeys((await addAdminSession()).admin, 2);
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/admin");
    await page.getByRole("link", { name: "ログイン中の端末" }).click();
    await expect(page).toHaveURL("/admin/account");
    await expect(page.getByRole("link", { name: "ログイン中の端末" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const heading = page.getByRole("heading", { level: 1 });
    await page.getByRole("button", { name: /^2台目の.*をログアウト$/ }).click();
    await expect(page.getByText("端末をログアウトしました")).toBeVisible();
    // What had the focus is gone.
    await expect(heading).toBeFocused();
    await page.getByRole("button", { name: "鍵1を消す" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "消す" }).click();
    await expect(page.getByText("パスキーを消しました")).toBeVisible();
    await expect(page.getByRole("heading", { name: "パスキー" })).toBeFocused();
    const others = page.getByRole("button", { name: "ほかの端末をすべてログアウト" });
    await others.click();
    await expect(page.getByText("ほかの端末をログアウトしました")).toBeVisible();
    await expect(others).toHaveCount(0);
    await expect(heading).toBeFocused();
    await expect(page.getByText("この端末", { exact: true })).toBeVisible();
  },
);
