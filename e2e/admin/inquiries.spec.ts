import type { Page } from "@playwright/test";
import { addInquiries } from "#test/inquiries.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const mark = "js";
const card = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

test("messages are answered, closed and reopened; reports of a wave are closed together; the log tells it", {
  tag: "@release",
}, async ({ page, withSiteDatabase }) => {
  const { trackIds } = await withSiteDatabase(() => addInquiries(mark));
  await page.goto("/admin/inquiries");
  const first = card(page, `${mark} 0`);
  await expectAccessible(page, "open messages");
  // An empty reply is refused with its form open; then it is sent.
  await first.getByText("返信する", { exact: true }).click();
  await first.getByRole("button", { name: "返信を送る" }).click();
  await expect(first.getByText("お返事を入力してください")).toBeVisible();
  await first.getByLabel("お返事").fill("ご不便をおかけしました。\n直りました。");
  await first.getByRole("button", { name: "返信を送る" }).click();
  await expect(page.getByText("お返事を送りました")).toBeVisible();
  await expect(first).toHaveCount(0);
  await page.getByRole("link", { name: "返信済み" }).click();
  await expect(first.getByText("直りました。")).toBeVisible();
  // Two tabs: the other one reopens, this one learns of it and shows what is there now.
  const other = await page.context().newPage();
  await other.goto("/admin/inquiries?state=answered");
  for (const [tab, message] of [
    [other, "未対応に戻しました"],
    [page, "ほかの画面で先に操作されました。いまは「未対応」です。"],
  ] as const) {
    await card(tab, `${mark} 0`).getByRole("button", { name: "未対応に戻す" }).click();
    await dialog(tab).getByRole("button", { name: "未対応に戻す" }).click();
    await expect(tab.getByText(message).first()).toBeVisible();
  }
  await other.close();
  // The sender's messages, whatever their state; the address stays out of the page's.
  await page.goto("/admin/inquiries");
  await page.getByLabel("送信者のメールアドレスで探す").fill(`${mark.toUpperCase()}@example.com`);
  await page.getByRole("button", { name: "探す" }).click();
  await expect(page.getByText("からのお問い合わせ 2件")).toBeVisible();
  expect(page.url()).not.toContain("example");
  await page.goto("/admin/inquiries");
  for (const index of [0, 1]) await card(page, `${mark} ${index}`).getByRole("checkbox").check();
  await page.getByRole("button", { name: "選択を対応済みにする" }).click();
  await dialog(page).getByRole("button", { name: "対応済みにする" }).click();
  await expect(page.getByText("お問い合わせを対応済みにする操作が終わりました").first()).toBeVisible();
  await expect(card(page, `${mark} 0`)).toHaveCount(0);

  // Reports: all of a track on one card; a note, then both tracks taken down together.
  await page.getByRole("link", { name: /^報告/ }).click();
  const reported = card(page, `${mark} 海の音`);
  await expect(reported.getByText("未対応 2件")).toBeVisible();
  // From the top: what the header covers has no place for a finger.
  await page.reload();
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, "open reports");
  await expect(reported.getByText("宣伝です。")).toBeVisible();
  // The line that was reported, within those around it, and the sound.
  await expect(reported.getByText("2行目「こんばんは。」")).toBeVisible();
  await expect(reported.getByRole("region", { name: /報告された部分/ }).locator("mark")).toHaveText([
    "こんばんは。",
  ]);
  await expect(reported.locator("audio")).toBeVisible();
  await reported.getByRole("button", { name: "メモを付ける" }).click();
  await dialog(page).getByLabel("メモ").fill("よく似た投稿が続いている");
  await dialog(page).getByRole("button", { name: "メモを保存" }).click();
  await expect(reported.getByText("よく似た投稿が続いている")).toBeVisible();
  for (const title of ["灯台守の一日", "海の音"])
    await card(page, `${mark} ${title}`).getByRole("checkbox").check();
  await page.getByRole("button", { name: "公開停止にして閉じる", exact: true }).first().click();
  await dialog(page).getByLabel("投稿者に伝える理由").fill("宣伝の投稿がくり返されたため");
  await dialog(page).getByRole("button", { name: "公開停止にする" }).click();
  await expect(page.getByText("報告された音声の公開停止が終わりました").first()).toBeVisible();
  await page.getByRole("navigation", { name: "状態" }).getByRole("link", { name: "対応済み" }).click();
  await expect(reported.getByText("公開停止中")).toBeVisible();
  await reported.getByRole("button", { name: "未対応に戻す" }).click();
  await dialog(page).getByRole("button", { name: "未対応に戻す" }).click();
  await expect(page.getByText("未対応に戻しました")).toBeVisible();

  await page.getByRole("link", { name: /^届かないメール/ }).click();
  const row = page.getByRole("row").filter({ hasText: `${mark}@example.com` });
  await expect(row.getByText("550 5.1.1 no such user")).toBeVisible();
  await expectAccessible(page, "letters");
  await row.getByRole("button", { name: "破棄" }).click();
  await dialog(page).getByRole("button", { name: "破棄する" }).click();
  await expect(page.getByText("メールを破棄しました")).toBeVisible();
  await expect(row).toHaveCount(0);

  // The log of one of the tracks, then of one action.
  await page.goto(`/admin/log?track=${trackIds[1]}`);
  await expect(page.getByRole("row").getByText("報告を対応済みにする")).toBeVisible();
  await expect(page.getByRole("row").getByText("音声の公開停止", { exact: true })).toBeVisible();
  await expectAccessible(page, "the log");
  await page.getByLabel("操作").selectOption({ label: "報告の再開" });
  await page.getByRole("button", { name: "絞り込む" }).click();
  await expect(page.getByRole("row").getByText("報告の再開", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").getByText("音声の公開停止", { exact: true })).toHaveCount(0);
  const file = await page.request.get(`/admin/log.csv?track=${trackIds[1]}`);
  expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(await file.text()).toContain('"音声の公開停止"');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
