import type { Page } from "@playwright/test";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, signInAsPayer, test } from "./premium-site.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const message = (page: Page) => page.getByRole("main").getByRole("status");
const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name }).click();

/** What a member does who pauses, changes their mind, cancels and changes it again. */
async function stopAndGoOn(page: Page): Promise<void> {
  await page.goto("/cancel");
  await expect(heading(page)).toHaveText("解約・一時停止");
  await page.getByRole("link", { name: "90日間一時停止する" }).click();
  await expect(heading(page)).toHaveText("一時停止の確認");
  await expect(page.getByRole("main")).toContainText(
    /自動で再開する日\d{4}年\d+月\d+日再開の日のお支払い月額550円/,
  );
  await press(page, "一時停止する");
  await expect(message(page)).toContainText("一時停止完了プレミアム会員を90日間一時停止しました。");
  await expect(message(page)).toContainText(/までお使いいただけ、\d{4}年\d+月\d+日に自動で再開します。/);
  await expect(page).toHaveURL((url) => url.pathname === "/");
  await page.goto("/cancel");
  await expect(heading(page)).toHaveText("一時停止を予約しています");
  await press(page, "一時停止を取り消す");
  await expect(message(page)).toContainText("一時停止を取り消しました");

  await page.goto("/cancel");
  await page.getByRole("link", { name: "解約に進む" }).click();
  await expect(heading(page)).toHaveText("解約の最終確認");
  await expect(page).toHaveURL(/\/cancel\?step=confirm$/);
  await page.getByRole("link", { name: "一時停止に戻る" }).click();
  await expect(heading(page)).toHaveText("解約・一時停止");
  await page.getByRole("link", { name: "解約に進む" }).click();
  await expect(page.getByRole("main")).toContainText(/期間が終わる\d{4}年\d+月\d+日まで/);
  await press(page, "完全に解約する");
  await expect(message(page)).toContainText(
    "キャンセル完了プレミアム会員をキャンセルしました。現在の期間終了まで引き続きご利用いただけます。",
  );
  await page.goto("/settings");
  await expect(page.getByRole("region", { name: "プレミアム" })).toContainText("に終わります");
  await page.getByRole("link", { name: "解約の取り消し" }).click();
  await expect(heading(page)).toHaveText("解約のお手続きは済んでいます");
  await press(page, "解約を取り消して、続ける");
  await expect(message(page)).toContainText("解約を取り消しました");
}

test("a pause and a cancellation are taken back; failures say what failed; axe finds nothing", async ({
  page,
  stripe,
}) => {
  await signInAsPayer(page, stripe);
  await stopAndGoOn(page);
  await page.goto("/cancel");
  await expectAccessible(page, "/cancel");
  const posts = "**/cancel.data**";
  await page.route(posts, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("link", { name: "90日間一時停止する" }).click();
  await expect(page.getByRole("heading", { name: "一時停止の確認" }).locator("span")).toBeFocused();
  await expectAccessible(page, "/cancel?step=pause");
  await press(page, "一時停止する");
  await expect(page.getByRole("alert")).toContainText("一時停止失敗");
  await page.getByRole("link", { name: "戻る" }).first().click();
  await page.getByRole("link", { name: "解約に進む" }).click();
  await expect(page.getByRole("heading", { name: "解約の最終確認" }).locator("span")).toBeFocused();
  await expectAccessible(page, "/cancel?step=confirm");
  await press(page, "完全に解約する");
  await expect(page.getByRole("alert")).toContainText("キャンセル失敗");
  await expect(page).toHaveURL(/\/cancel\?step=confirm$/);
});
