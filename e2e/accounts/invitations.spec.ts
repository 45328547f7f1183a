import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { expectAccessible, expectNarrow } from "../expect-accessible.ts";
import { endSession, expect, expectLoginPrompt, signIn, signInAtHome, test as site } from "../site.ts";

interface Hand {
  /** Changes the installation's rows beside its server. */
  change(statement: string, ...values: string[]): void;
}

const test = site.extend<Hand>({
  change: async ({ server }, use) => {
    const database = new Database(`${server.dataDir}/mugen.sqlite`, { timeout: 5000 });
    await use((statement, ...values) => void database.prepare(statement).run(...values));
    database.close();
  },
});

const cards = (page: Page) =>
  page
    .getByRole("region", { name: "招待リンク" })
    .getByRole("listitem")
    .filter({ hasText: /招待リンク\d/ });
const past = (page: Page) => page.getByRole("region", { name: "招待リンク" }).locator("details").last();
const openPast = (page: Page) => past(page).locator("summary").click();
const urlOf = (page: Page, place: number) => page.getByLabel(`招待リンク${place}のURL`);
const toast = (page: Page) => page.getByRole("region", { name: /お知らせ/ }).getByRole("listitem");

/** What a camera reads in the picture of the QR code that is open. */
async function readQrCode(page: Page): Promise<string> {
  const picture = await page
    .getByRole("img", { name: /QRコード/ })
    .first()
    .screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

test("the menu leads to three links, which are copied, shared and read by a camera", async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (data: ShareData) =>
        void document.documentElement.setAttribute("data-shared", data.url ?? ""),
    });
  });
  await signInAtHome(page);
  await page.getByRole("button", { name: "メニューを開く" }).click();
  await page.getByRole("link", { name: "友だち招待" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("友だち招待");
  await expect(cards(page)).toHaveCount(3);
  const url = await urlOf(page, 1).inputValue();
  expect(url).toMatch(new RegExp(`^${server.origin}/i/[\\w-]{12}$`));

  const card = cards(page).first();
  await card.getByRole("button", { name: "リンクをコピー" }).click();
  await expect(card.getByRole("button", { name: "コピーしました" })).toBeVisible();
  await expect(card.getByRole("status")).toHaveText("コピーしました");
  await expect(toast(page)).toContainText("招待URLをコピーしました");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expect(card.getByRole("button", { name: "リンクをコピー" })).toBeVisible();

  await card.getByRole("button", { name: "共有" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-shared", url);
  await card.getByText("QRコード", { exact: true }).click();
  expect(await readQrCode(page)).toBe(url);
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  expect(await readQrCode(page)).toBe(url);
  await expectAccessible(page, "links, one QR code open");
});

test("a copy that fails says how else, and one without the clipboard API works all the same", {
  tag: "@release",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/invite-friends");
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.addEventListener("copy", () => {
      const chosen = document.activeElement;
      if (chosen instanceof HTMLTextAreaElement) document.documentElement.dataset.copied = chosen.value;
    });
  });
  const copy = cards(page).first().getByRole("button").first();
  await copy.click();
  await expect(toast(page)).toContainText("招待URLをコピーしました");
  await expect(page.locator("html")).toHaveAttribute("data-copied", await urlOf(page, 1).inputValue());
  await expect(copy).toBeFocused();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copy.click();
  await expect(toast(page)).toContainText("コピーに失敗しました");
  await expect(toast(page)).toContainText("手動でリンクをコピーしてください");
});

test("used-up and revoked links are marked and refuse to be copied; who joined is named", {
  tag: "@release",
}, async ({ page, change }) => {
  const invitee = await signIn(page, "招かれた人");
  await page.context().clearCookies();
  const email = await signIn(page, "招く人");
  await page.goto("/invite-friends");
  const used = new URL(await urlOf(page, 1).inputValue()).pathname.slice(3);
  const revoked = new URL(await urlOf(page, 2).inputValue()).pathname.slice(3);
  change(
    "update users set invited_by_id = (select id from users where email = ?) where email = ?",
    email,
    invitee,
  );
  change("update invitations set used_count = 1 where code = ?", used);
  change("update invitations set is_active = 0 where code = ?", revoked);
  await page.reload();
  await expect(cards(page).first()).toContainText("招待リンク3");
  await openPast(page);
  for (const [place, state, reason] of [
    [1, "使用済み", "使用済みの招待コードはコピーできません"],
    [2, "無効", "無効な招待コードはコピーできません"],
  ] as const) {
    const card = cards(page).nth(place);
    await expect(card.getByText(state, { exact: true })).toBeVisible();
    const copy = card.getByRole("button", { name: "コピー" });
    await expect(copy).toBeDisabled();
    await copy.click({ force: true });
    await expect(toast(page)).toContainText("コピーできません");
    await expect(toast(page)).toContainText(reason);
  }
  await expect(page.getByRole("region", { name: "参加した友だち" }).getByRole("link")).toContainText(
    "招かれた人",
  );
  await expect(page.getByRole("main")).toContainText(/使える招待1 件/);
  await expect(page.getByRole("main")).toContainText(/参加した友だち1 人/);
  await expectAccessible(page, "used-up and revoked links, an invitee");
  await expectNarrow(page, "used-up and revoked links, an invitee", [320]);
});

test("revoking asks first, by keyboard too, and rolls back when the server can't be reached", {
  tag: "@release",
}, async ({ page, context }) => {
  await signIn(page);
  const toastsLoaded = page.waitForResponse(/toast-view/);
  await page.goto("/invite-friends");
  await toastsLoaded;
  const card = cards(page).first();
  const revoke = card.getByRole("button", { name: "無効にする" });
  await revoke.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "この招待リンクを無効にしますか？" });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await expectAccessible(page, "revoke?");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(revoke).toBeFocused();

  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "無効にする" }).press("Enter");
  await expect(toast(page)).toContainText("無効にできませんでした");
  await expect(card).toContainText("あと1人");
  await context.setOffline(false);

  await revoke.press("Enter");
  await dialog.getByRole("button", { name: "無効にする" }).press("Enter");
  await expect(toast(page)).toContainText("招待リンクを無効にしました");
  await expect(page.getByRole("main")).not.toContainText("招待リンクを無効にしました");
  await expect(past(page).locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(past(page).getByText("無効", { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/使える招待2 件/);
  await page.reload();
  await expect(past(page).locator("summary")).toHaveText("使えなくなったリンク（1）");

  await test.step("after the session has ended elsewhere it asks for the sign-in", async () => {
    await endSession(page);
    await cards(page).first().getByRole("button", { name: "無効にする" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "無効にする" }).click();
    await expectLoginPrompt(page, "/invite-friends");
    await expect(cards(page).first()).toContainText("あと1人");
    await expect(toast(page)).toHaveCount(0);
  });
});

test("visitors see the login prompt, members without the permission why there is nothing", {
  tag: "@release",
}, async ({ page, change }) => {
  expect((await page.goto("/invite-friends"))?.status()).toBe(200);
  await expect(page.getByRole("main").getByRole("link", { name: "ログインする" })).toHaveAttribute(
    "href",
    "/api/auth/google?redirect=%2Finvite-friends",
  );
  await expectAccessible(page, "visitor");
  const email = await signIn(page);
  change("update users set can_invite = 0 where email = ?", email);
  await page.goto("/invite-friends");
  await expect(page.getByRole("main")).toContainText("このアカウントで使える招待はありません");
  await expect(cards(page)).toHaveCount(0);
  await expectAccessible(page, "no permission");
});
