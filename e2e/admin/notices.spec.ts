import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

test.use({ viewport: { width: 375, height: 812 } });

test("an announcement is planned, and sent as a letter that is looked at and counted first, and stopped", {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await withSiteDatabase(() => addMember({ provider: "google" }));
  await page.goto("/admin/notices");
  await page.getByLabel("お知らせ", { exact: true }).fill(`点検 ${mark}`);
  await page.getByLabel("始まり").fill("2036-11-28T05:00");
  await page.getByLabel(/人に、通知も出す/).check();
  await page.getByRole("button", { name: "お知らせを出す" }).click();
  const card = page.getByRole("listitem").filter({ hasText: mark });
  await expect(card).toContainText("通知：始まりを待っています");

  await card.getByRole("link", { name: /メールでも送る/ }).click();
  await page.getByLabel("件名").fill("");
  await page.getByRole("button", { name: "見本を見る" }).click();
  await expect(page.getByText("件名を入力してください")).toBeVisible();
  await expect(page.getByLabel("本文")).toHaveValue(`点検 ${mark}`);
  await page.getByLabel("件名").fill(`点検のお知らせ ${mark}`);
  await page.getByRole("button", { name: "見本を見る" }).click();
  const frame = page.frameLocator("iframe[title^=メールの見本]");
  await expect(frame.getByText("夜野 かなで 様")).toBeVisible();
  await expect(frame.getByText(`点検 ${mark}`)).toBeVisible();
  await expectAccessible(page, "a letter's preview");
  await page.getByRole("button", { name: /人に送る/ }).click();
  await expect(dialog(page)).toContainText("1分に40通ずつ");
  await dialog(page)
    .getByRole("button", { name: /人に送る/ })
    .click();
  await expect(card).toContainText("メール：始まりを待っています");

  await card.getByRole("button", { name: "メールを止める" }).click();
  await dialog(page).getByRole("button", { name: "止める", exact: true }).click();
  await expect(card).toContainText(/メール：止め/);
  await card.getByRole("button", { name: "お知らせを終わらせる" }).click();
  await dialog(page).getByRole("button", { name: "終わらせる", exact: true }).click();
  await expect(card).toContainText("終了");
});
