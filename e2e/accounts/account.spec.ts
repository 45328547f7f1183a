import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

/** Another browser of the member, with its own session. */
async function secondBrowser(browser: Browser, server: RunningServer, email: string, scripted = true) {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: scripted });
  const page = await context.newPage();
  await signIn(page, "夜野 かなで", email);
  await page.goto("/settings");
  return page;
}

/** Makes all sign-ins of a member two hours old. */
async function ageSignIns({ dataDir }: RunningServer, email: string): Promise<void> {
  await openDatabase({ url: undefined, dataDir, migrate: false });
  await write(async (tx) => {
    const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await tx
      .update(sessions)
      .set({ createdAt })
      .where(eq(sessions.userId, member?.id ?? ""));
  });
  await closeDatabase();
}

/** What a page says about the form that led to it. */
const said = (page: Page) => page.getByRole("main").getByRole("status");
const rows = (page: Page) => page.getByRole("region", { name: "ログイン中の端末" }).getByRole("listitem");
const isSignedOut = async (page: Page) => {
  await page.goto("/settings");
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
};

test("a device is logged out from another, then all are", async ({ page, browser, server }) => {
  const email = await signIn(page);
  const other = await secondBrowser(browser, server, email);
  await page.goto("/settings");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("この端末");
  await expect(rows(page).first()).toContainText("Chrome・Linux");
  const names = await rows(page)
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  expect(names[0]).toBe("Chrome・Linux（この端末）をログアウト");
  expect(names[1]).toMatch(/^Chrome・Linux（最終利用 .+）をログアウト$/);
  await rows(page).nth(1).getByRole("button").click();
  await expect(rows(page)).toHaveCount(1);
  await expect(said(page)).toHaveText("端末をログアウトしました");
  await isSignedOut(other);
  await other.context().close();

  const third = await secondBrowser(browser, server, email, false);
  await third.getByRole("button", { name: "すべての端末からログアウト" }).click();
  await expect(third).toHaveURL(`${server.origin}/`);
  await expect(said(third)).toHaveText("すべての端末からログアウトしました");
  await third.reload();
  await expect(said(third)).toHaveCount(0);
  await isSignedOut(page);
  await third.context().close();
});

test("the data is downloaded as a file", async ({ page }) => {
  const email = await signIn(page);
  await page.goto("/settings");
  const arrives = page.waitForEvent("download");
  await page.getByRole("link", { name: "データをダウンロード" }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/^mugen-.*\.json$/);
  expect(readFileSync(await file.path(), "utf8")).toContain(email);
});

for (const scripted of [true, false]) {
  test(`an account is deleted after the word was typed, ${scripted ? "with" : "without"} JavaScript`, async ({
    page,
    browser,
    server,
  }) => {
    const email = await signIn(page);
    const leaving = await secondBrowser(browser, server, email, scripted);
    if (scripted) await leaving.evaluate(() => localStorage.setItem("creation-state:v1:x", "下書き"));
    await leaving.getByText("アカウントを削除する").first().click();
    const word = leaving.getByLabel("確認のため");
    await word.fill("さくじょ");
    await word.press("Enter");
    await expect(word).toHaveValue("さくじょ");
    await expect(word).toHaveAttribute("aria-invalid", "true");
    await expect(leaving.getByRole("alert")).toContainText("「削除」と入力してください");
    await expect(word).toBeFocused();
    if (!scripted) await expect(leaving).toHaveTitle(/^エラー：設定/);
    await word.fill("削除");
    await leaving.getByRole("button", { name: "アカウントを完全に削除する" }).click();
    await expect(leaving.getByRole("heading", { level: 1 })).toContainText("アカウントを削除しました");
    if (scripted)
      expect(await leaving.evaluate(() => localStorage.getItem("creation-state:v1:x"))).toBeNull();
    await leaving.reload();
    await expect(leaving.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
    // The page that was open in the other browser, one request later.
    await isSignedOut(page);
    await leaving.context().close();
  });
}

for (const scripted of [true, false]) {
  test(`after an hour one signs in again and comes back, ${scripted ? "with" : "without"} JavaScript`, async ({
    page,
    browser,
    server,
  }) => {
    const email = await signIn(page);
    const later = await secondBrowser(browser, server, email, scripted);
    await ageSignIns(server, email);
    await later.reload();
    const signInAgain = async (section: string) => {
      await expect(later.getByRole("heading", { level: 1 })).toHaveText("もう一度ログイン");
      await later.getByLabel("メールアドレス").fill(email);
      await later.getByRole("main").getByRole("button", { name: "ログイン" }).click();
      await expect(later).toHaveURL(`${server.origin}/settings?resume=${section}#${section}`);
      await expect(said(later)).toContainText("ご本人を確認しました");
    };
    await later.getByRole("link", { name: "データをダウンロード" }).click();
    await signInAgain("export");
    const arrives = later.waitForEvent("download");
    await later.getByRole("link", { name: "データをダウンロード" }).click();
    expect(readFileSync(await (await arrives).path(), "utf8")).toContain(email);

    await ageSignIns(server, email);
    await later.getByRole("button", { name: "すべての端末からログアウト" }).click();
    await signInAgain("sessions");

    await ageSignIns(server, email);
    await later.reload();
    await later.getByText("アカウントを削除する").first().click();
    await later.getByRole("link", { name: "もう一度ログインする" }).click();
    await later.getByLabel("メールアドレス").fill("somebody@example.com");
    await later.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(later.getByText("ログイン中のアカウントのメールアドレスを入力してください")).toBeVisible();
    await signInAgain("deletion");
    await later.getByLabel("確認のため").fill("削除");
    await later.getByRole("button", { name: "アカウントを完全に削除する" }).click();
    await expect(later.getByRole("heading", { level: 1 })).toContainText("アカウントを削除しました");
    await later.context().close();
  });
}

test("what can't be sent leaves the settings and the typed word in place", async ({ page, context }) => {
  await signIn(page);
  await page.goto("/settings");
  await page.getByText("アカウントを削除する").first().click();
  const word = page.getByLabel("確認のため");
  await word.fill("削除");
  const remove = page.getByRole("button", { name: "アカウントを完全に削除する" });
  await context.setOffline(true);
  await remove.click();
  await expect(page.getByRole("alert")).toContainText("通信できませんでした");
  await context.setOffline(false);
  await page.route("**/*.data", (route) => route.fulfill({ status: 500, body: "" }));
  await remove.click();
  await expect(page.getByRole("alert")).toContainText("サーバーで問題が発生しました");
  await expect(word).toHaveValue("削除");
  await expect(word).toBeVisible();
  for (const button of ["すべての端末からログアウト", "Chrome・Linux（この端末）をログアウト"]) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("alert")).toContainText("ログアウトできませんでした");
    await page.reload();
  }
});

test("the settings are accessible in both themes and fit at 200 %", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "設定" })).toBeVisible();
  await signIn(page);
  await page.goto("/settings");
  await page.getByText("アカウントを削除する").first().click();
  await page.getByRole("button", { name: "アカウントを完全に削除する" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page, "account settings");
  await expectNarrow(page, "account settings", [320]);
});
