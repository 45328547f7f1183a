import type { CDPSession, Page } from "@playwright/test";
import { addAdminSession, addSecondFactor } from "#test/admin.ts";
import { adminPassword } from "#test/admin-password.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test as signedIn } from "./admin-site.ts";

/** At a host name, where nobody is signed in: an IP address has no passkeys. */
const test = signedIn.extend({
  baseURL: async ({ server }, use) => use(server.origin.replace("127.0.0.1", "localhost")),
});

/** A phone with a finger on its sensor, which Chromium plays. */
async function addAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

test("a passkey is added, signs in, and replaces the password, which a recovery code brings back", {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  const { devtools, authenticatorId } = await addAuthenticator(page);
  const typePassword = async (code = "") => {
    await page.getByLabel("ユーザー名").fill("admin");
    await page.getByLabel("パスワード").fill(adminPassword);
    await page.getByLabel("確認コード").fill(code);
    await page.getByRole("button", { name: "ログイン", exact: true }).click();
  };
  const card = page.getByRole("region", { name: "パスキー" });
  const signOut = async () => {
    await page
      .getByRole("listitem")
      .filter({ hasText: "この端末" })
      .getByRole("button", { name: /ログアウト$/ })
      .click();
    await expect(page.getByLabel("パスワード", { exact: true })).toBeVisible();
  };
  const openAccount = async () => {
    await expect(page.getByLabel("パスワード", { exact: true })).toHaveCount(0);
    await page.goto("/admin/account");
  };
  await page.goto("/admin/account");
  await expect(page.getByRole("button", { name: "パスキーでログイン" })).toBeVisible();
  await expectAccessible(page, "login with passkeys");
  await typePassword();
  await expect(card.getByText("パスキーが2つ、またはパスキー1つと")).toBeVisible();

  // Given up in the browser's dialog first.
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await card.getByRole("button", { name: "パスキーを追加" }).click();
  const dialog = page.getByRole("dialog", { name: "パスキーを追加" });
  await dialog.getByRole("button", { name: "つづける" }).click();
  await expect(dialog.getByText("名前を入力してください")).toBeVisible();
  await dialog.getByLabel("名前").fill("仕事の電話");
  await dialog.getByRole("button", { name: "つづける" }).click();
  await expect(card.getByText("パスキーは作られませんでした")).toBeVisible();
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await card.getByRole("button", { name: "もう一度" }).click();
  await expect(page.getByText("パスキーを追加しました")).toBeVisible();
  await expect(card.getByText("仕事の電話", { exact: true })).toBeVisible();
  await expect(card.getByText("まだ使われていません")).toBeVisible();
  await expectAccessible(page, "passkeys");

  await signOut();
  const code = await withSiteDatabase(async () => {
    const { recoveryCodes } = await addSecondFactor((await addAdminSession()).admin);
    return recoveryCodes[0];
  });
  await page.getByRole("button", { name: "パスキーでログイン" }).click();
  await openAccount();
  await expect(card.getByText("最終利用")).toBeVisible();

  await card.getByRole("button", { name: "パスワードでのログインを使わない" }).click();
  const question = page.getByRole("dialog", { name: "パスワードでのログインを止めますか？" });
  await question.getByRole("button", { name: "止める" }).click();
  await expect(page.getByText("パスワードでのログインを止めました")).toBeVisible();
  await card.getByRole("button", { name: "仕事の電話を消す" }).click();
  const removal = page.getByRole("dialog", { name: "「仕事の電話」を消しますか？" });
  await removal.getByRole("button", { name: "消す" }).click();
  await expect(removal.getByText("パスワードでのログインを止めているあいだは")).toBeVisible();
  await removal.getByRole("link", { name: "キャンセル" }).click();

  await signOut();
  await typePassword();
  await expect(page.getByText("認証に失敗しました")).toBeVisible();
  // The device is lost.
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await typePassword(code);
  await openAccount();
  await expect(card.getByText("パスワードでのログイン：使う", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "仕事の電話を消す" }).click();
  await removal.getByRole("button", { name: "消す" }).click();
  await expect(page.getByText("パスキーを消しました")).toBeVisible();
  await expect(card.getByText("仕事の電話", { exact: true })).toHaveCount(0);
});

signedIn("an address without a name has no passkeys, and says so", { tag: "@release" }, async ({ page }) => {
  await page.goto("/admin/account");
  await expect(page.getByText("IPアドレスで開いたページでは、パスキーを使えません")).toBeVisible();
  await expect(page.getByRole("button", { name: "パスキーを追加" })).toHaveCount(0);
});

signedIn.describe("without JavaScript", () => {
  signedIn.use({ javaScriptEnabled: false });

  signedIn("the page says what a passkey needs", { tag: "@release" }, async ({ page }) => {
    await page.goto("/admin/account");
    await expect(page.getByText("パスキーの追加には、JavaScriptと")).toBeVisible();
    await expect(page.getByRole("button", { name: "パスキーを追加" })).toBeHidden();
  });
});
