import { makeMp3 } from "#test/audio/make-audio.ts";
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
  await expect(page.getByLabel("音声ファイル")).toBeFocused();

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
