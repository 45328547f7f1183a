import { makeMp3, makeWav } from "#test/audio/make-audio.ts";
import { expectAccessible } from "../expect-accessible.ts";
import { expect, test } from "./admin-site.ts";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "audio/mpeg", buffer });

test("an upload shows how far it is, fails with a message or becomes a track, and can be taken off the list", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/admin/upload");
  await page.getByLabel("タイトル").fill("ブラウザから送った音声");
  await page.getByRole("button", { name: "アップロードする" }).click();
  await expect(page.getByText("音声ファイルを選んでください").first()).toBeVisible();

  await page
    .getByLabel("音声ファイル")
    .setInputFiles(file("broken.mp3", Buffer.alloc(20_000, "これは音声ではありません")));
  await page.getByRole("button", { name: "アップロードする" }).click();
  await expect(page.getByText("この形式には対応していません").first()).toBeVisible();
  await expect(page.getByLabel("タイトル")).toHaveValue("ブラウザから送った音声");
  await expectAccessible(page, "a refused upload");

  await page.getByLabel("音声ファイル").setInputFiles(file("wave.mp3", await makeMp3()));
  await page.getByRole("button", { name: "アップロードする" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "ブラウザから送った音声" });
  // The page renews itself.
  await expect(row.getByText("完了")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel("タイトル")).toHaveValue("");
  // The head of the page, which stays in view, covers none of the form's controls there.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page, "a finished upload");
  await row.getByRole("link", { name: "音声のページを開く" }).click();
  await expect(page.getByRole("heading", { name: "ブラウザから送った音声" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is a plain post, which comes back with what was typed or leads to the list", async ({
    page,
  }) => {
    await page.goto("/admin/upload");
    await page.getByLabel("タイトル").fill("スクリプトなしの音声");
    await page.getByLabel("カテゴリ").fill("音楽");
    await page.getByRole("button", { name: "アップロードする" }).click();
    await expect(page.getByText("音声ファイルを選んでください").first()).toBeVisible();
    await expect(page.getByLabel("タイトル")).toHaveValue("スクリプトなしの音声");

    const damaged = Buffer.concat([makeWav().subarray(0, 40), Buffer.alloc(4, 0x7f)]);
    await page.getByLabel("音声ファイル").setInputFiles(file("damaged.wav", damaged));
    await page.getByRole("button", { name: "アップロードする" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "スクリプトなしの音声" });
    await expect(row).toBeVisible();
    // A browser loads the page anew by itself.
    await expect(async () => {
      await page.reload();
      await expect(row.getByText("失敗")).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    await expect(row.getByText("ファイルが途中で切れています")).toBeVisible();
    await row.getByRole("button", { name: /一覧から消す/ }).click();
    await page.getByRole("button", { name: "消す", exact: true }).click();
    await expect(row).toHaveCount(0);
  });
});
