import type { Page } from "@playwright/test";
import { addTheme } from "#test/themes.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { spokenMs } from "../site.ts";
import { expect, test } from "./admin-site.ts";

const content = "夜のラジオには、昼とはちがう時間が流れています。".repeat(10);

test.describe("with JavaScript", () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("a theme is approved, becomes audio, and is deleted", { tag: "@release" }, async ({
    page,
    withSiteDatabase,
  }) => {
    await withSiteDatabase(async () => {
      await addTheme({ status: "pending", title: "夜更けの海", content });
      // A short text is spoken soon.
      await addTheme({ title: "短い夜の海", content: "夜の海は静かです。" });
    });
    await page.goto("/admin/themes");
    await expect(page.getByText(/^審査中 \d+件$/)).toBeVisible();
    const extract = page.getByRole("button", { name: "テーマを抽出" });
    await expect(extract).toBeDisabled();
    await page.getByLabel("動画のURL").fill("https://example.com/video");
    await extract.click();
    await expect(page.getByLabel("動画のURL")).toHaveAccessibleDescription(/YouTubeかVimeoの動画のURL/);

    const card = page.getByRole("article", { name: "夜更けの海" });
    await expect(card.getByText("審査中")).toBeVisible();
    await expect(card.getByText(`${content.slice(0, 150)}…`)).toBeVisible();
    await expectAccessible(page, "a pending theme and a refused address");
    await card.getByRole("button", { name: "採用", exact: false }).first().click();
    await expect(page.getByText("採用しました", { exact: true })).toBeVisible();
    await expect(card.getByText("承認済み")).toBeVisible();
    await expect(card.getByLabel("読み上げ速度")).toHaveValue("0.75");

    const short = page.getByRole("article", { name: "短い夜の海" });
    await short.getByLabel("読み上げ速度").selectOption("1.5");
    await short.getByRole("button", { name: "MP3生成開始" }).click();
    const panel = page.getByRole("region", { name: "音声生成プロセス詳細" });
    await expect(panel.getByText("短い夜の海")).toBeVisible();
    await expect(short).toBeHidden();
    // It stands in the library again when the task has ended, with or without success.
    await expect(short).toBeVisible({ timeout: spokenMs });

    await card.getByRole("button", { name: "「夜更けの海」を削除" }).click();
    const question = page.getByRole("dialog", { name: "「夜更けの海」を削除しますか？" });
    await question.getByRole("button", { name: "キャンセル" }).click();
    await expect(question).toBeHidden();
    await card.getByRole("button", { name: "「夜更けの海」を削除" }).click();
    await question.getByRole("button", { name: "削除する" }).click();
    await expect(page.getByText("一覧から外しました", { exact: true })).toBeVisible();
    await expect(card).toBeHidden();
  });

  test("monitoring measures, tells of failures, ticks, and asks about cookies anew", {
    tag: "@release",
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto("/admin/monitoring");
    await expect(page.getByText("応答あり")).toBeVisible();
    await expect(page.getByText(/^\d+ ミリ秒$/)).toBeVisible();
    await expectAccessible(page, "monitoring");
    const clock = page.getByRole("time").first();
    const before = await clock.textContent();
    await page.clock.runFor(1000);
    await expect(clock).not.toHaveText(before ?? "");

    await page.route("/ping", (route) => route.abort());
    await page.clock.runFor(10_000);
    await expect(page.getByText("テスト失敗")).toBeVisible();
    await page.route("/health", (route) => route.abort());
    await page.clock.runFor(30_000);
    await expect(page.getByText("接続エラー")).toBeVisible();
    await page.unroute("/health");
    await page.getByRole("button", { name: "いま確認する" }).click();
    await expect(page.getByText("正常", { exact: true })).toBeVisible();
    await expect(page.getByText("接続しています")).toBeVisible();

    await page.evaluate(() => localStorage.setItem("draft", "x"));
    await page.getByRole("button", { name: "同意リセット" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => consentAnswer(page)).not.toMatch(/essential|all/);
    expect(await page.evaluate(() => localStorage.getItem("draft"))).toBeNull();
  });
});

/** What this browser has answered to the cookie question. */
async function consentAnswer(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "mugen_consent")?.value ?? "";
}
