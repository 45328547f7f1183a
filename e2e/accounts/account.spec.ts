import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import type { RunningServer } from "#test/servers/server.ts";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { expect, signIn, test } from "../site.ts";

/** Another browser of the member, with its own session. */
async function secondBrowser(browser: Browser, server: RunningServer, email: string) {
  const context = await browser.newContext({ baseURL: server.origin });
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

test("the data is downloaded as a file, and a device logged out from another", async ({
  page,
  browser,
  server,
}) => {
  const email = await signIn(page);
  const other = await secondBrowser(browser, server, email);
  await page.goto("/settings");
  const arrives = page.waitForEvent("download");
  await page.getByRole("link", { name: "データをダウンロード" }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/^mugen-.*\.json$/);
  expect(readFileSync(await file.path(), "utf8")).toContain(email);

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
  await expect(page.getByRole("heading", { name: "ログイン中の端末" })).toBeFocused();
  await isSignedOut(other);
  await other.context().close();
});

test("an account is deleted after the word was typed; a refusal is accessible in both themes and fits at 200 %", {
  tag: "@release",
}, async ({ page, browser, server }) => {
  const email = await signIn(page);
  const other = await secondBrowser(browser, server, email);
  await page.goto("/settings");
  await page.evaluate(() => localStorage.setItem("creation-state:v1:x", "下書き"));
  await page.getByText("アカウントを削除する").first().click();
  const word = page.getByLabel("確認のため");
  await word.fill("さくじょ");
  await word.press("Enter");
  await expect(word).toHaveValue("さくじょ");
  await expect(word).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("alert")).toContainText("「削除」と入力してください");
  await expect(word).toBeFocused();
  await expectAccessible(page, "account settings");
  await expectNarrow(page, "account settings", [320]);
  await word.fill("削除");
  await page.getByRole("button", { name: "アカウントを完全に削除する" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("アカウントを削除しました");
  expect(await page.evaluate(() => localStorage.getItem("creation-state:v1:x"))).toBeNull();
  await page.reload();
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toBeVisible();
  // The page that was open in the other browser, one request later.
  await isSignedOut(other);
  await other.context().close();
});

test("after an hour one signs in again and comes back", { tag: "@release" }, async ({ page, server }) => {
  const email = await signIn(page);
  await ageSignIns(server, email);
  await page.goto("/settings");
  const signInAgain = async (section: string) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("もう一度ログイン");
    await page.getByLabel("メールアドレス").fill(email);
    await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
    await expect(page).toHaveURL(`${server.origin}/settings?resume=${section}#${section}`);
    await expect(said(page)).toContainText("ご本人を確認しました");
  };
  await page.getByRole("link", { name: "データをダウンロード" }).click();
  await signInAgain("export");
  const arrives = page.waitForEvent("download");
  await page.getByRole("link", { name: "データをダウンロード" }).click();
  expect(readFileSync(await (await arrives).path(), "utf8")).toContain(email);

  await ageSignIns(server, email);
  await page.getByRole("button", { name: "すべての端末からログアウト" }).click();
  await signInAgain("sessions");

  await ageSignIns(server, email);
  await page.reload();
  await page.getByText("アカウントを削除する").first().click();
  await page.getByRole("link", { name: "もう一度ログインする" }).click();
  await page.getByLabel("メールアドレス").fill("somebody@example.com");
  await page.getByRole("main").getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByText("ログイン中のアカウントのメールアドレスを入力してください")).toBeVisible();
  await signInAgain("deletion");
  await page.getByLabel("確認のため").fill("削除");
  await page.getByRole("button", { name: "アカウントを完全に削除する" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("アカウントを削除しました");
});

test("what can't be sent leaves the settings and the typed word in place", { tag: "@release" }, async ({
  page,
  context,
}) => {
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
