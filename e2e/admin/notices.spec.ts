import type { Page } from "@playwright/test";
import { addMember } from "#test/database.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 375, height: 812 } });

    test("an announcement is planned, and sent as a letter that is looked at and counted first, and stopped", async ({
      page,
      withSiteDatabase,
    }) => {
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
      if (javaScriptEnabled) await expectAccessible(page, "a letter's preview");
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
  });
}

test.describe("texts of emails", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
  // One server for all: versions follow each other.
  test.describe.configure({ mode: "serial" });

  test("a text is refused with what is wrong, looked at, saved and put back, without JavaScript", async ({
    page,
  }) => {
    const mark = crypto.randomUUID().slice(0, 8);
    await page.goto("/admin/emails");
    await page.getByRole("link", { name: "アカウントの停止を解除したとき" }).click();
    const body = page.getByLabel("本文");
    const first = await body.inputValue();
    expect(first).toContain("{名前}");
    await body.fill(`{名まえ}\n\n${mark}`);
    await page.getByRole("button", { name: "見本を見る" }).click();
    await expect(page.getByText(/{名まえ}という差し込みはありません/)).toBeVisible();
    await expect(body).toHaveValue(`{名まえ}\n\n${mark}`);
    await body.fill(`{名前}\n\n${mark} おかえりなさい\n\n{Mugenのリンク}`);
    await page.getByRole("button", { name: "見本を見る" }).click();
    const frame = page.frameLocator("iframe[title^=メールの見本]");
    await expect(frame.getByText(`${mark} おかえりなさい`)).toBeVisible();
    await expect(frame.getByText("登録されたメールアドレス")).toBeVisible();
    await page.getByRole("button", { name: "この文面で保存する" }).click();
    await expect(page.getByText("メールの文面を保存しました")).toBeVisible();
    await expect(body).toHaveValue(/おかえりなさい/);
    await page.getByRole("button", { name: "元の文面に戻す" }).click();
    await dialog(page).getByRole("button", { name: "戻す", exact: true }).click();
    await expect(page.getByText("メールの文面を元に戻しました")).toBeVisible();
    await expect(body).not.toHaveValue(new RegExp(mark));
  });
});
